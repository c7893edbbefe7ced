// Apple's C library, as far as the adapters call it.
//
// Nothing of Glibc is passed on: a call that only Linux has must not compile here.

// Apple: Darwin sys/mman.h, "man 2 mmap"
@available(iOS 2, macOS 10.0, *)
public let PROT_READ: Int32 = 0x01
// Apple: Darwin sys/mman.h, "man 2 mmap"
@available(iOS 2, macOS 10.0, *)
public let PROT_WRITE: Int32 = 0x02
// Apple: Darwin sys/mman.h, "man 2 mmap"
@available(iOS 2, macOS 10.0, *)
public let MAP_PRIVATE: Int32 = 0x0002
// Apple: Darwin sys/mman.h, "man 2 mmap"
@available(iOS 2, macOS 10.0, *)
public let MAP_ANON: Int32 = 0x1000
// Apple: Darwin sys/mman.h, "man 2 mmap"
@available(iOS 2, macOS 10.0, *)
public nonisolated(unsafe) let MAP_FAILED = UnsafeMutableRawPointer(bitPattern: -1)

// Apple: Darwin sys/mman.h, "man 2 mmap"
@available(iOS 2, macOS 10.0, *)
public func mmap(
    _: UnsafeMutableRawPointer!, _: Int, _: Int32, _: Int32, _: Int32, _: Int64
) -> UnsafeMutableRawPointer! { nil }

// Apple: Darwin sys/mman.h, "man 2 mlock"
@available(iOS 2, macOS 10.0, *)
@discardableResult
public func mlock(_: UnsafeRawPointer!, _: Int) -> Int32 { -1 }

// Apple: Darwin unistd.h, "man 3 getpagesize"
@available(iOS 2, macOS 10.0, *)
public func getpagesize() -> Int32 { 0 }

// Apple: Darwin string.h, "man 3 memset_s"
@available(iOS 7, macOS 10.9, *)
@discardableResult
public func memset_s(_: UnsafeMutableRawPointer!, _: Int, _: Int32, _: Int) -> Int32 { -1 }

// Apple: Darwin string.h, "man 3 timingsafe_bcmp"
@available(iOS 10.1, macOS 10.12.1, *)
public func timingsafe_bcmp(_: UnsafeRawPointer!, _: UnsafeRawPointer!, _: Int) -> Int32 { -1 }

// Apple: Darwin stdlib.h, "man 3 arc4random_buf"
@available(iOS 4.3, macOS 10.7, *)
public func arc4random_buf(_: UnsafeMutableRawPointer!, _: Int) {}
