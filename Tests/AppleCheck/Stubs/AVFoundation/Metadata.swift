public import Dispatch
public import Foundation

// Apple: avfoundation/avmetadataobject
@available(iOS 6, macOS 10.15, *)
open class AVMetadataObject: NSObject {
    // Apple: avfoundation/avmetadataobject/objecttype
    @available(iOS 7, macOS 10.15, *)
    public struct ObjectType: Hashable, Sendable {
        // Apple: avfoundation/avmetadataobject/objecttype/qr
        @available(iOS 7, macOS 13, *)
        public static let qr = ObjectType()
    }
}

// Apple: avfoundation/avmetadatamachinereadablecodeobject
@available(iOS 7, macOS 10.15, *)
open class AVMetadataMachineReadableCodeObject: AVMetadataObject {
    // Apple: avfoundation/avmetadatamachinereadablecodeobject/stringvalue
    open var stringValue: String? { nil }
}

// Apple: avfoundation/avcapturemetadataoutput
@available(iOS 6, macOS 13, *)
open class AVCaptureMetadataOutput: AVCaptureOutput {
    // Apple: avfoundation/avcapturemetadataoutput/setmetadataobjectsdelegate(_:queue:)
    open func setMetadataObjectsDelegate(
        _: (any AVCaptureMetadataOutputObjectsDelegate)?, queue _: DispatchQueue?
    ) {}
    // Apple: avfoundation/avcapturemetadataoutput/availablemetadataobjecttypes
    open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] { [] }
    // Declared as an implicitly unwrapped optional, as in the headers.
    // Apple: avfoundation/avcapturemetadataoutput/metadataobjecttypes
    open var metadataObjectTypes: [AVMetadataObject.ObjectType]!
}

// Apple: avfoundation/avcapturemetadataoutputobjectsdelegate
@available(iOS 6, macOS 13, *)
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection)
}
// Apple: avfoundation/avcapturemetadataoutputobjectsdelegate (optional requirements)
@available(iOS 6, macOS 13, *)
extension AVCaptureMetadataOutputObjectsDelegate {
    public func metadataOutput(
        _: AVCaptureMetadataOutput, didOutput _: [AVMetadataObject], from _: AVCaptureConnection
    ) {}
}
