/// A picture as levels of grey.
struct GreyPicture: Hashable {
    let width: Int
    let height: Int
    /// A byte a pixel, 0 for black, row by row from the top.
    let pixels: [UInt8]

    /// The most bytes of a file that are looked at.
    static let largestFile = 16 << 20
    /// The most pixels: those of a good telephone's camera.
    static let mostPixels = 64_000_000

    /// Why a file is no picture for us.
    enum Fault: Error, Hashable {
        case tooLarge
        /// Neither PNG nor PGM nor PPM.
        case unknownForm
        /// It says that it is of that form, and is not.
        case damaged
    }

    /// The picture in a file: PNG (ISO/IEC 15948), or PGM and PPM with a byte for each level.
    init(file: [UInt8]) throws(Fault) {
        guard file.count <= GreyPicture.largestFile else { throw .tooLarge }
        if GreyPicture.isPNG(file) {
            self = try GreyPicture.png(file)
        } else if file.starts(with: Array("P5".utf8)) || file.starts(with: Array("P6".utf8)) {
            self = try GreyPicture.pnm(file)
        } else {
            throw .unknownForm
        }
    }

    static func isPNG(_ file: [UInt8]) -> Bool { file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }

    /// A picture of these pixels, of which there are `width` times `height`.
    init(width: Int, height: Int, pixels: [UInt8]) throws(Fault) {
        guard pixels.count == (try GreyPicture.count(width, height)) else { throw .damaged }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The same with each pixel as a square of `factor`; `nil` when that is more than a picture has.
    func enlarged(_ factor: Int) -> GreyPicture? {
        guard pixels.count <= GreyPicture.mostPixels / factor / factor / 16 else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(pixels.count * factor * factor)
        for row in 0..<height {
            let line = pixels[row * width..<(row + 1) * width].flatMap { repeatElement($0, count: factor) }
            for _ in 0..<factor { out += line }
        }
        return try? GreyPicture(width: width * factor, height: height * factor, pixels: out)
    }

    /// How many pixels such a picture has: asked before there is room made for them.
    static func count(_ width: Int, _ height: Int) throws(Fault) -> Int {
        guard width > 0, height > 0 else { throw .damaged }
        let (count, isTooMany) = width.multipliedReportingOverflow(by: height)
        guard !isTooMany, count <= mostPixels else { throw .tooLarge }
        return count
    }
}
