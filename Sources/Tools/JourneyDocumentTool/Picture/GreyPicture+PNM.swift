extension GreyPicture {
    /// The picture in a PGM (`P5`) or PPM (`P6`) file of 256 levels: a header of words, then the bytes.
    static func pnm(_ file: [UInt8]) throws(Fault) -> GreyPicture {
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
        // One space, of whatever kind, stands before the bytes.
        guard let space = rest.popFirst(), isSpace(space), numbers[2] == 255 else { throw .damaged }
        let count = try count(numbers[0], numbers[1])
        let isColour = file[1] == UInt8(ascii: "6")
        guard rest.count == (isColour ? 3 * count : count) else { throw .damaged }
        let pixels = isColour ? grey(rest) : Array(rest)
        return try GreyPicture(width: numbers[0], height: numbers[1], pixels: pixels)
    }

    /// Red, green and blue as how light they look (ITU-R BT.601).
    private static func grey(_ colours: ArraySlice<UInt8>) -> [UInt8] {
        stride(from: colours.startIndex, to: colours.endIndex, by: 3).map { place in
            let (red, green, blue) = (Int(colours[place]), Int(colours[place + 1]), Int(colours[place + 2]))
            return UInt8((299 * red + 587 * green + 114 * blue) / 1_000)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
