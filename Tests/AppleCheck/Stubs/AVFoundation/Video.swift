public import CoreMedia
public import Dispatch
public import Foundation
public import QuartzCore

// Apple: avfoundation/avcapturedevice (of a kind and a side)
@available(iOS 4, macOS 10.7, *)
extension AVCaptureDevice {
    // Apple: avfoundation/avcapturedevice/devicetype-swift.struct
    @available(iOS 10, macOS 10.15, *)
    public struct DeviceType: Hashable, Sendable {
        // Apple: avfoundation/avcapturedevice/devicetype-swift.struct/builtinwideanglecamera
        public static let builtInWideAngleCamera = DeviceType()
    }

    // Apple: avfoundation/avcapturedevice/position-swift.enum
    @available(iOS 4, macOS 10.7, *)
    public enum Position: Int, Sendable {
        case unspecified = 0
        case back = 1
        case front = 2
    }

    // Apple: avfoundation/avcapturedevice/default(_:for:position:)
    @available(iOS 10, macOS 10.15, *)
    public class func `default`(
        _: DeviceType, for _: AVMediaType?, position _: Position
    ) -> AVCaptureDevice? { nil }

    // Apple: avfoundation/avcapturedevice/rotationcoordinator
    @available(iOS 17, macOS 14, *)
    public final class RotationCoordinator: NSObject {
        // Apple: avfoundation/avcapturedevice/rotationcoordinator/init(device:previewlayer:)
        public init(device _: AVCaptureDevice, previewLayer _: CALayer?) {}
        // Apple: avfoundation/avcapturedevice/rotationcoordinator/videorotationangleforhorizonlevelpreview
        public var videoRotationAngleForHorizonLevelPreview: CGFloat { 0 }
        // Apple: avfoundation/avcapturedevice/rotationcoordinator/videorotationangleforhorizonlevelcapture
        public var videoRotationAngleForHorizonLevelCapture: CGFloat { 0 }
    }
}

// Apple: avfoundation/avcapturesession (its preset)
@available(iOS 4, macOS 10.7, *)
extension AVCaptureSession {
    // Apple: avfoundation/avcapturesession/preset
    @available(iOS 4, macOS 10.7, *)
    public struct Preset: Hashable, Sendable {
        // Apple: avfoundation/avcapturesession/preset/hd1280x720
        public static let hd1280x720 = Preset()
    }
    // Apple: avfoundation/avcapturesession/cansetsessionpreset(_:)
    @available(iOS 4, macOS 10.7, *)
    public func canSetSessionPreset(_: Preset) -> Bool { false }
    // Apple: avfoundation/avcapturesession/sessionpreset
    @available(iOS 4, macOS 10.7, *)
    public var sessionPreset: Preset {
        get { Preset() }
        set {}
    }
}

// Apple: avfoundation/avcapturevideodataoutput
@available(iOS 4, macOS 10.7, *)
open class AVCaptureVideoDataOutput: AVCaptureOutput {
    // Apple: avfoundation/avcapturevideodataoutput/alwaysdiscardslatevideoframes
    open var alwaysDiscardsLateVideoFrames = true
    // Apple: avfoundation/avcapturevideodataoutput/setsamplebufferdelegate(_:queue:)
    open func setSampleBufferDelegate(
        _: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue _: DispatchQueue?
    ) {}
}

// Apple: avfoundation/avcapturevideodataoutputsamplebufferdelegate
@available(iOS 4, macOS 10.7, *)
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}
// Apple: avfoundation/avcapturevideodataoutputsamplebufferdelegate (optional requirements)
@available(iOS 4, macOS 10.7, *)
extension AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
        _: AVCaptureOutput, didOutput _: CMSampleBuffer, from _: AVCaptureConnection
    ) {}
}
