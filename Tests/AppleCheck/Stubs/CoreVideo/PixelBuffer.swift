// Apple: corevideo/cvbuffer
@available(iOS 4, macOS 10.4, *)
public final class CVBuffer {}
// Apple: corevideo/cvimagebuffer
@available(iOS 4, macOS 10.4, *)
public typealias CVImageBuffer = CVBuffer
// Apple: corevideo/cvpixelbuffer
@available(iOS 4, macOS 10.4, *)
public typealias CVPixelBuffer = CVImageBuffer
// Apple: corevideo/cvpixelbuffergetwidth(_:)
@available(iOS 4, macOS 10.4, *)
public func CVPixelBufferGetWidth(_: CVPixelBuffer) -> Int { 0 }
// Apple: corevideo/cvpixelbuffergetheight(_:)
@available(iOS 4, macOS 10.4, *)
public func CVPixelBufferGetHeight(_: CVPixelBuffer) -> Int { 0 }
