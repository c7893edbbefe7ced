// must fail: cannot find 'explicit_bzero' in scope
// What only Linux's C library has.
import Darwin

enum Sample {
    static func wipe(_ start: UnsafeMutableRawPointer, count: Int) { explicit_bzero(start, count) }
}
