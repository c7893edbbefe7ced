public import CoreVideo
public import Foundation

// Apple: coreimage/cifilter-swift.class
@available(iOS 5, macOS 10.4, *)
open class CIFilter: NSObject {
    // Apple: coreimage/cifilter-swift.class/init(name:)
    @available(iOS 5, macOS 10.4, *)
    public convenience init?(name _: String) { self.init() }
    // Apple: coreimage/cifilter-swift.class/outputimage
    @available(iOS 5, macOS 10.10, *)
    open var outputImage: CIImage? { nil }
    // Apple: objectivec/nsobject-swift.class/setvalue(_:forkey:)
    @available(iOS 2, macOS 10.0, *)
    open func setValue(_: Any?, forKey _: String) {}
}

// Apple: coreimage/ciimage
@available(iOS 5, macOS 10.4, *)
open class CIImage: NSObject {
    // Apple: coreimage/ciimage/extent
    @available(iOS 5, macOS 10.4, *)
    open var extent: CGRect { .zero }
    // Apple: coreimage/ciimage/init(cvpixelbuffer:)-9rm9e
    @available(iOS 5, macOS 10.11, *)
    public convenience init(cvPixelBuffer _: CVPixelBuffer) { self.init() }
}

// Apple: coreimage/ciformat
@available(iOS 5, macOS 10.4, *)
public struct CIFormat: Sendable {
    // Apple: coreimage/ciformat/rgba8
    @available(iOS 7, macOS 10.4, *)
    public static var RGBA8: CIFormat { CIFormat() }
}

// Apple: coregraphics/cgcolorspace
@available(iOS 2, macOS 10.0, *)
public final class CGColorSpace {}
// Apple: coregraphics/cgcolorspacecreatedevicergb()
@available(iOS 2, macOS 10.0, *)
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }

// Apple: coreimage/ciimagerepresentationoption
@available(iOS 11, macOS 10.13, *)
public struct CIImageRepresentationOption: Hashable, Sendable {}

// Apple: coreimage/cicontext
@available(iOS 5, macOS 10.4, *)
open class CIContext: NSObject {
    // Apple: coreimage/cicontext/render(_:tobitmap:rowbytes:bounds:format:colorspace:)
    @available(iOS 5, macOS 10.4, *)
    open func render(
        _: CIImage, toBitmap _: UnsafeMutableRawPointer, rowBytes _: Int, bounds _: CGRect, format _: CIFormat,
        colorSpace _: CGColorSpace?
    ) {}
    // Apple: coreimage/cicontext/jpegrepresentation(of:colorspace:options:)
    @available(iOS 10, macOS 10.12, *)
    open func jpegRepresentation(
        of _: CIImage, colorSpace _: CGColorSpace, options _: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? { nil }
}
