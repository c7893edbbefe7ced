import Glibc

/// A pointer controlled through the X server's XTEST extension, so that the engine treats it as a user's.
final class XPointer {
    private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Flush = @convention(c) (OpaquePointer?) -> Int32
    private typealias Motion = @convention(c) (OpaquePointer?, Int32, Int32, Int32, UInt) -> Int32
    private typealias Button = @convention(c) (OpaquePointer?, UInt32, Int32, UInt) -> Int32

    private let display: OpaquePointer
    private let flush: Flush
    private let motion: Motion
    private let button: Button

    /// Returns `nil` without an X server or its test library.
    init?() {
        guard let x = dlopen("libX11.so.6", RTLD_NOW), let tests = dlopen("libXtst.so.6", RTLD_NOW),
            let open = dlsym(x, "XOpenDisplay"), let flush = dlsym(x, "XFlush"),
            let motion = dlsym(tests, "XTestFakeMotionEvent"), let button = dlsym(tests, "XTestFakeButtonEvent"),
            let display = unsafeBitCast(open, to: Open.self)(nil)
        else { return nil }
        self.display = display
        self.flush = unsafeBitCast(flush, to: Flush.self)
        self.motion = unsafeBitCast(motion, to: Motion.self)
        self.button = unsafeBitCast(button, to: Button.self)
    }

    func move(to x: Int, _ y: Int) {
        _ = motion(display, -1, Int32(x), Int32(y), 0)
        _ = flush(display)
    }

    func click() {
        _ = button(display, 1, 1, 0)
        _ = button(display, 1, 0, 0)
        _ = flush(display)
    }
}
