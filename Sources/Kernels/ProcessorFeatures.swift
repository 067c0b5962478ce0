// SPDX-License-Identifier: Apache-2.0
#if arch(x86_64)
  import CIntrinsics

  /// What CPUID reports and the operating system saves.
  struct ProcessorFeatures {
    /// All of x86-64-v3, which the AVX2 kernels are compiled for.
    let hasAVX2: Bool
    /// AVX-512 F, DQ, CD, BW, VL and VNNI on top of that.
    let hasAVX512: Bool

    init() {
      let (_, _, ecx1, _) = Self.leaf(1, 0)
      let (_, ebx7, ecx7, _) = Self.leaf(7, 0)
      let (_, _, ecx81, _) = Self.leaf(0x8000_0001, 0)
      func has(_ register: UInt32, _ bits: UInt32...) -> Bool { bits.allSatisfy { register >> $0 & 1 == 1 } }
      // SSE3, SSSE3, FMA, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C.
      let first = has(ecx1, 0, 9, 12, 19, 20, 22, 23, 27, 28, 29)
      // BMI1, AVX2, BMI2; LZCNT.
      let second = has(ebx7, 3, 5, 8) && has(ecx81, 5)
      let state = first ? read_extended_control_register() : 0
      hasAVX2 = first && second && state & 0x6 == 0x6
      // AVX-512 F, DQ, CD, BW, VL; VNNI; opmask and upper registers saved.
      hasAVX512 = hasAVX2 && has(ebx7, 16, 17, 28, 30, 31) && has(ecx7, 11) && state & 0xE6 == 0xE6
    }

    private static func leaf(_ leaf: UInt32, _ subleaf: UInt32) -> (UInt32, UInt32, UInt32, UInt32) {
      var a: UInt32 = 0, b: UInt32 = 0, c: UInt32 = 0, d: UInt32 = 0
      return __get_cpuid_count(leaf, subleaf, &a, &b, &c, &d) == 1 ? (a, b, c, d) : (0, 0, 0, 0)
    }
  }
#endif
