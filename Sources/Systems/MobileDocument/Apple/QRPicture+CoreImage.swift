import CoreImage
import Foundation

extension QRPicture {
    /// Returns the modules of a code by Core Image, whose image has one pixel per module and a margin of one; `nil`
    /// when the text is too long.
    static func encode(_ bytes: [UInt8]) -> (side: Int, modules: [Bool])? {
        guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
        filter.setValue(Data(bytes), forKey: "inputMessage")
        filter.setValue("M", forKey: "inputCorrectionLevel")
        guard let image = filter.outputImage else { return nil }
        let width = Int(image.extent.width)
        guard width > 2 else { return nil }
        var pixels = [UInt8](repeating: 0xFF, count: width * width * 4)
        pixels.withUnsafeMutableBytes { memory in
            guard let start = memory.baseAddress else { return }
            CIContext().render(
                image, toBitmap: start, rowBytes: width * 4, bounds: image.extent, format: .RGBA8, colorSpace: nil)
        }
        let side = width - 2
        let modules = (0..<side * side).map { place in
            pixels[((place / side + 1) * width + place % side + 1) * 4] < 0x80
        }
        return (side, modules)
    }
}
