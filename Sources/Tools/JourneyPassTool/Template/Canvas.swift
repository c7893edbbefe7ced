import CPNG

/// A small image drawn by a function of the position and written as PNG, as a placeholder in new templates.
struct Canvas {
    typealias Colour = (red: Double, green: Double, blue: Double, alpha: Double)

    let width: Int
    let height: Int
    private let pixels: [UInt8]

    /// Draws with `colour` for positions from (0, 0) to (1, 1); each pixel is the average of four samples.
    init(width: Int, height: Int, _ colour: (_ x: Double, _ y: Double) -> Colour) {
        self.width = width
        self.height = height
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        for row in 0..<height {
            for column in 0..<width {
                var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 0.0)
                for part in 0..<4 {
                    let (dx, dy) = (Double(part % 2) / 2 + 0.25, Double(part / 2) / 2 + 0.25)
                    let found = colour((Double(column) + dx) / Double(width), (Double(row) + dy) / Double(height))
                    red += found.red * found.alpha
                    green += found.green * found.alpha
                    blue += found.blue * found.alpha
                    alpha += found.alpha
                }
                let at = (row * width + column) * 4
                guard alpha > 0 else { continue }
                pixels[at] = Canvas.byte(red / alpha)
                pixels[at + 1] = Canvas.byte(green / alpha)
                pixels[at + 2] = Canvas.byte(blue / alpha)
                pixels[at + 3] = Canvas.byte(alpha / 4)
            }
        }
        self.pixels = pixels
    }

    private static func byte(_ share: Double) -> UInt8 { UInt8((min(max(share, 0), 1) * 255).rounded()) }

    /// The image as PNG; empty when memory ran out.
    var png: [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        defer { png_image_free(&image) }
        var count = png_alloc_size_t(0)
        guard png_image_write_to_memory(&image, nil, &count, 0, pixels, 0, nil) != 0 else { return [] }
        var out = [UInt8](repeating: 0, count: count)
        guard png_image_write_to_memory(&image, &out, &count, 0, pixels, 0, nil) != 0 else { return [] }
        return Array(out.prefix(count))
    }
}
