# SPDX-License-Identifier: Apache-2.0
"""The parts of tools/compat: what a folder is made of, which modules there are, how it compiles."""
