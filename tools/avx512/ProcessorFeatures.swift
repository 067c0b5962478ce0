// SPDX-License-Identifier: Apache-2.0

/// Stands for the file of this name in `Kernels`: the AVX-512 table is compiled for AVX2 here, so it can be run.
struct ProcessorFeatures {
  let hasAVX2 = true
  let hasAVX512 = true
}
