import CPNG

extension GreyPicture {
    /// The picture in a PNG file, read by libpng. What is transparent is white.
    static func png(_ file: [UInt8]) throws(Fault) -> GreyPicture {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        // libpng reads the header here, and comes back to the bytes for the rest.
        let read = file.withUnsafeBytes { bytes -> Result<(width: Int, height: Int, pixels: [UInt8]), Fault> in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                return .failure(.damaged)
            }
            let (width, height) = (Int(image.width), Int(image.height))
            do throws(Fault) {
                var pixels = [UInt8](repeating: 0, count: try count(width, height))
                image.format = png_uint_32(PNG_FORMAT_GRAY)
                var white = png_color(red: 0xFF, green: 0xFF, blue: 0xFF)
                let isRead = png_image_finish_read(&image, &white, &pixels, png_int_32(width), nil) != 0
                // A warning is for what is left out of a picture; an error is none.
                return isRead ? .success((width, height, pixels)) : .failure(.damaged)
            } catch { return .failure(error) }
        }
        let (width, height, pixels) = try read.get()
        return try GreyPicture(width: width, height: height, pixels: pixels)
    }
}
