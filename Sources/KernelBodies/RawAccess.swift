// SPDX-License-Identifier: Apache-2.0

// Here and not beside their use in `Kernels`: what another module offers as inlinable is inlined in debug builds too, where the
// files of a module are compiled one by one.

extension UnsafeRawPointer {
  @inlinable @inline(__always)
  public func word16(_ offset: Int) -> UInt16 { (self + offset).loadUnaligned(as: UInt16.self) }

  @inlinable @inline(__always)
  public func word32(_ offset: Int) -> UInt32 { (self + offset).loadUnaligned(as: UInt32.self) }

  @inlinable @inline(__always)
  public func byte(_ offset: Int) -> UInt8 { (self + offset).loadUnaligned(as: UInt8.self) }
}

extension UnsafeMutableRawPointer {
  @inlinable @inline(__always)
  public func put<T: BitwiseCopyable>(_ value: T, _ offset: Int) {
    (self + offset).storeBytes(of: value, as: T.self)
  }
}
