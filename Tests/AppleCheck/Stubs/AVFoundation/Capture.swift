public import Foundation
public import QuartzCore

// Apple: avfoundation/avmediatype
@available(iOS 11, macOS 10.13, *)
public struct AVMediaType: Hashable, Sendable {
    public static let video = AVMediaType()
}

// Apple: avfoundation/avcapturedevice
@available(iOS 4, macOS 10.7, *)
open class AVCaptureDevice: NSObject {
    // Apple: avfoundation/avcapturedevice/default(for:)
    open class func `default`(for _: AVMediaType) -> AVCaptureDevice? { nil }
    // Apple: avfoundation/avcapturedevice/requestaccess(for:completionhandler:)
    @available(iOS 7, macOS 10.14, *)
    open class func requestAccess(for _: AVMediaType) async -> Bool { false }
}

// Apple: avfoundation/avcaptureinput
@available(iOS 4, macOS 10.7, *)
open class AVCaptureInput: NSObject {}

// Apple: avfoundation/avcapturedeviceinput
@available(iOS 4, macOS 10.7, *)
open class AVCaptureDeviceInput: AVCaptureInput {
    // Apple: avfoundation/avcapturedeviceinput/init(device:)
    public init(device _: AVCaptureDevice) throws {}
}

// Apple: avfoundation/avcaptureoutput
@available(iOS 4, macOS 10.7, *)
open class AVCaptureOutput: NSObject {}

// Apple: avfoundation/avcaptureconnection
@available(iOS 4, macOS 10.7, *)
open class AVCaptureConnection: NSObject {
    // Apple: avfoundation/avcaptureconnection/isvideorotationanglesupported(_:)
    @available(iOS 17, macOS 14, *)
    open func isVideoRotationAngleSupported(_: CGFloat) -> Bool { false }
    // Apple: avfoundation/avcaptureconnection/videorotationangle
    @available(iOS 17, macOS 14, *)
    open var videoRotationAngle: CGFloat = 0
}

// Apple: avfoundation/avcapturesession
@available(iOS 4, macOS 10.7, *)
open class AVCaptureSession: NSObject {
    // Apple: avfoundation/avcapturesession/isrunning
    open var isRunning: Bool { false }
    // Apple: avfoundation/avcapturesession/beginconfiguration()
    open func beginConfiguration() {}
    // Apple: avfoundation/avcapturesession/commitconfiguration()
    open func commitConfiguration() {}
    // Apple: avfoundation/avcapturesession/canaddinput(_:)
    open func canAddInput(_: AVCaptureInput) -> Bool { false }
    // Apple: avfoundation/avcapturesession/addinput(_:)
    open func addInput(_: AVCaptureInput) {}
    // Apple: avfoundation/avcapturesession/canaddoutput(_:)
    open func canAddOutput(_: AVCaptureOutput) -> Bool { false }
    // Apple: avfoundation/avcapturesession/addoutput(_:)
    open func addOutput(_: AVCaptureOutput) {}
    // Apple: avfoundation/avcapturesession/startrunning()
    open func startRunning() {}
    // Apple: avfoundation/avcapturesession/stoprunning()
    open func stopRunning() {}
}

// Apple: avfoundation/avlayervideogravity
@available(iOS 11, macOS 10.13, *)
public struct AVLayerVideoGravity: Hashable, Sendable {
    public static let resizeAspectFill = AVLayerVideoGravity()
}

// Apple: avfoundation/avcapturevideopreviewlayer
@available(iOS 4, macOS 10.7, *)
open class AVCaptureVideoPreviewLayer: CALayer {
    // Apple: avfoundation/avcapturevideopreviewlayer/session
    open var session: AVCaptureSession?
    // Apple: avfoundation/avcapturevideopreviewlayer/connection
    @available(iOS 6, macOS 10.7, *)
    open var connection: AVCaptureConnection? { nil }
    // Apple: avfoundation/avcapturevideopreviewlayer/videogravity
    open var videoGravity = AVLayerVideoGravity.resizeAspectFill
}
