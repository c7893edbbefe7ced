public import CoreVideo
public import Foundation

// ImageIO's, which Vision passes on.
// Apple: imageio/cgimagepropertyorientation
@available(iOS 8, macOS 10.10, *)
public enum CGImagePropertyOrientation: UInt32, Sendable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8
}

// Apple: vision/vnrequest
@available(iOS 11, macOS 10.13, *)
open class VNRequest: NSObject {}

// Apple: vision/vnimageoption
@available(iOS 11, macOS 10.13, *)
public struct VNImageOption: Hashable, Sendable {}

// Apple: vision/vnimagerequesthandler
@available(iOS 11, macOS 10.13, *)
open class VNImageRequestHandler: NSObject {
    // Apple: vision/vnimagerequesthandler/init(cvpixelbuffer:orientation:options:)-9fxug
    public init(
        cvPixelBuffer _: CVPixelBuffer, orientation _: CGImagePropertyOrientation, options _: [VNImageOption: Any] = [:]
    ) {}
    // Apple: vision/vnimagerequesthandler/perform(_:)
    open func perform(_: [VNRequest]) throws {}
}

// Apple: vision/vndetectfacelandmarksrequest
@available(iOS 11, macOS 10.13, *)
open class VNDetectFaceLandmarksRequest: VNRequest {
    // Apple: vision/vndetectfacelandmarksrequest/results
    @available(iOS 15, macOS 12, *)
    open var results: [VNFaceObservation]? { nil }
}

// Apple: vision/vnfaceobservation
@available(iOS 11, macOS 10.13, *)
open class VNFaceObservation: NSObject {
    // Of the class above it; in shares of the picture's sides, from the lower left.
    // Apple: vision/vndetectedobjectobservation/boundingbox
    open var boundingBox: CGRect { .zero }
    // Apple: vision/vnfaceobservation/landmarks
    open var landmarks: VNFaceLandmarks2D? { nil }
    // Apple: vision/vnfaceobservation/yaw
    @available(iOS 12, macOS 10.14, *)
    open var yaw: NSNumber? { nil }
    // Apple: vision/vnfaceobservation/pitch
    @available(iOS 15, macOS 12, *)
    open var pitch: NSNumber? { nil }
    // Apple: vision/vnfaceobservation/roll
    @available(iOS 12, macOS 10.14, *)
    open var roll: NSNumber? { nil }
}

// Apple: vision/vnfacelandmarks2d
@available(iOS 11, macOS 10.13, *)
open class VNFaceLandmarks2D: NSObject {
    // Apple: vision/vnfacelandmarks2d/lefteye
    open var leftEye: VNFaceLandmarkRegion2D? { nil }
    // Apple: vision/vnfacelandmarks2d/righteye
    open var rightEye: VNFaceLandmarkRegion2D? { nil }
    // Apple: vision/vnfacelandmarks2d/outerlips
    open var outerLips: VNFaceLandmarkRegion2D? { nil }
}

// Apple: vision/vnfacelandmarkregion2d
@available(iOS 11, macOS 10.13, *)
open class VNFaceLandmarkRegion2D: NSObject {
    // Apple: vision/vnfacelandmarkregion2d/pointsinimage(imagesize:)
    open func pointsInImage(imageSize _: CGSize) -> [CGPoint] { [] }
}
