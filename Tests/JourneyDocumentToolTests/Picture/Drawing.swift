import CPNG
import Foundation
import MobileDocument

@testable import JourneyDocumentTool

/// A picture with codes, drawn for a test.
struct Drawing {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    /// Creates a light picture without a code.
    init(blank width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: 0xF0, count: width * height)
    }

    /// Creates a picture of the code of `text`, with `scale` pixels per module, rotated by `degrees`, in the middle.
    init(_ text: String, scale: Double = 6, degrees: Double = 0) throws {
        guard let code = QRPicture(text) else { throw GrayscaleImage.Fault.damaged }
        let side = Int(Double(code.side + 2 * QRPicture.margin) * scale * (degrees == 0 ? 1 : 1.5))
        self.init(blank: side, side)
        draw(code, at: (Double(side) / 2, Double(side) / 2), scale: scale, degrees: degrees)
    }

    /// Draws a code centred at `place`.
    mutating func draw(_ code: QRPicture, at place: (x: Double, y: Double), scale: Double, degrees: Double = 0) {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let half = Double(code.side) / 2
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) + 0.5 - place.x, Double(y) + 0.5 - place.y)
                let column = ((cosine * dx + sine * dy) / scale + half).rounded(.down)
                let row = ((cosine * dy - sine * dx) / scale + half).rounded(.down)
                if code.isDark(Int(row), Int(column)) { pixels[y * width + x] = 0x10 }
            }
        }
    }

    var inverted: Drawing {
        var other = self
        other.pixels = pixels.map { 0xFF - $0 }
        return other
    }

    var pgm: [UInt8] { Array("P5\n# drawn\n\(width) \(height)\n255\n".utf8) + pixels }
    var ppm: [UInt8] { Array("P6 \(width) \(height) 255 ".utf8) + pixels.flatMap { [$0, $0, $0] } }

    /// Encodes the picture with libpng, as grayscale or, with `isTransparent`, as colours whose light pixels are
    /// transparent black.
    func png(isTransparent: Bool = false) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        (image.width, image.height) = (png_uint_32(width), png_uint_32(height))
        // Red, green, blue and alpha, one byte each.
        image.format = isTransparent ? 3 : png_uint_32(PNG_FORMAT_GRAY)
        let bytes = isTransparent ? pixels.flatMap { [0, 0, 0, 0xFF - $0] } : pixels
        var out = [UInt8](repeating: 0, count: bytes.count + 65_536)
        var size = out.count
        let isWritten = png_image_write_to_memory(&image, &out, &size, 0, bytes, 0, nil) != 0
        return isWritten ? Array(out[..<size]) : []
    }
}
