import CPNG

/// A grayscale image.
struct GrayscaleImage: Hashable {
    let width: Int
    let height: Int
    /// One byte per pixel, 0 for black, row by row from the top.
    let pixels: [UInt8]

    /// The maximum size of a file, in bytes.
    static let largestFile = 16 << 20
    /// The maximum number of pixels, that of a phone camera.
    static let mostPixels = 64_000_000

    /// An error of loading an image.
    enum Fault: Error, Hashable {
        case tooLarge
        /// The file is neither PNG nor PGM nor PPM.
        case unknownForm
        /// The file's content does not match its format.
        case damaged
    }

    /// Loads an image file: PNG (ISO/IEC 15948), or PGM and PPM with one byte per level.
    init(file: [UInt8]) throws(Fault) {
        guard file.count <= GrayscaleImage.largestFile else { throw .tooLarge }
        if GrayscaleImage.isPNG(file) {
            self = try GrayscaleImage.png(file)
        } else if file.starts(with: Array("P5".utf8)) || file.starts(with: Array("P6".utf8)) {
            self = try GrayscaleImage.pnm(file)
        } else {
            throw .unknownForm
        }
    }

    static func isPNG(_ file: [UInt8]) -> Bool { file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }

    /// Creates an image of these pixels, `width` times `height` of them.
    init(width: Int, height: Int, pixels: [UInt8]) throws(Fault) {
        guard pixels.count == (try GrayscaleImage.count(width, height)) else { throw .damaged }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the image enlarged by `factor`; `nil` when the result would be too large.
    func enlarged(_ factor: Int) -> GrayscaleImage? {
        guard pixels.count <= GrayscaleImage.mostPixels / factor / factor / 16 else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(pixels.count * factor * factor)
        for row in 0..<height {
            let line = pixels[row * width..<(row + 1) * width].flatMap { repeatElement($0, count: factor) }
            for _ in 0..<factor { out += line }
        }
        return try? GrayscaleImage(width: width * factor, height: height * factor, pixels: out)
    }

    /// Returns the number of pixels, checked before memory is allocated.
    static func count(_ width: Int, _ height: Int) throws(Fault) -> Int {
        guard width > 0, height > 0 else { throw .damaged }
        let (count, isTooMany) = width.multipliedReportingOverflow(by: height)
        guard !isTooMany, count <= mostPixels else { throw .tooLarge }
        return count
    }

    /// Loads a PNG file with libpng. Transparent areas become white.
    static func png(_ file: [UInt8]) throws(Fault) -> GrayscaleImage {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        // libpng parses the header here and returns to the bytes for the rest.
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
                // A warning means that optional data was skipped; only errors count.
                return isRead ? .success((width, height, pixels)) : .failure(.damaged)
            } catch { return .failure(error) }
        }
        let (width, height, pixels) = try read.get()
        return try GrayscaleImage(width: width, height: height, pixels: pixels)
    }

    /// Loads a PGM (`P5`) or PPM (`P6`) file with 256 levels: a header of words, followed by the bytes.
    static func pnm(_ file: [UInt8]) throws(Fault) -> GrayscaleImage {
        var rest = file.dropFirst(2)
        var numbers: [Int] = []
        while numbers.count < 3 {
            guard let byte = rest.popFirst() else { throw .damaged }
            if byte == UInt8(ascii: "#") {
                while let next = rest.popFirst(), next != UInt8(ascii: "\n") {}
            } else if !isSpace(byte) {
                var word = [byte]
                while let next = rest.first, !isSpace(next), word.count < 8 { word.append(rest.removeFirst()) }
                guard let number = Int(String(decoding: word, as: UTF8.self)), number > 0 else { throw .damaged }
                numbers.append(number)
            }
        }
        // Exactly one whitespace character precedes the bytes.
        guard let space = rest.popFirst(), isSpace(space), numbers[2] == 255 else { throw .damaged }
        let count = try count(numbers[0], numbers[1])
        let isColour = file[1] == UInt8(ascii: "6")
        guard rest.count == (isColour ? 3 * count : count) else { throw .damaged }
        let pixels = isColour ? grey(rest) : Array(rest)
        return try GrayscaleImage(width: numbers[0], height: numbers[1], pixels: pixels)
    }

    /// Converts red, green and blue to luminance (ITU-R BT.601).
    private static func grey(_ colours: ArraySlice<UInt8>) -> [UInt8] {
        stride(from: colours.startIndex, to: colours.endIndex, by: 3).map { place in
            let (red, green, blue) = (Int(colours[place]), Int(colours[place + 1]), Int(colours[place + 2]))
            return UInt8((299 * red + 587 * green + 114 * blue) / 1_000)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
