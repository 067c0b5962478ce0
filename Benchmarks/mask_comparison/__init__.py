# SPDX-License-Identifier: Apache-2.0
"""What Benchmarks/compare-masks is made of."""
