public import CoreVideo

// Apple: coremedia/cmsamplebuffer
@available(iOS 4, macOS 10.7, *)
public final class CMSampleBuffer {}
// Apple: coremedia/cmtime
@available(iOS 4, macOS 10.7, *)
public struct CMTime: Sendable {}
// Apple: coremedia/cmsamplebuffergetimagebuffer(_:)
@available(iOS 4, macOS 10.7, *)
public func CMSampleBufferGetImageBuffer(_: CMSampleBuffer) -> CVImageBuffer? { nil }
// Apple: coremedia/cmsamplebuffergetpresentationtimestamp(_:)
@available(iOS 4, macOS 10.7, *)
public func CMSampleBufferGetPresentationTimeStamp(_: CMSampleBuffer) -> CMTime { CMTime() }
// Apple: coremedia/cmtimegetseconds(_:)
@available(iOS 4, macOS 10.7, *)
public func CMTimeGetSeconds(_: CMTime) -> Double { 0 }
