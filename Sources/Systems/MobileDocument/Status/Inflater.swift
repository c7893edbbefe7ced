/// A decompressor of a DEFLATE stream (RFC 1951) with a size limit.
struct Inflater {
    private let input: ArraySlice<UInt8>
    private let limit: Int
    private var next: Int
    private var held: UInt32 = 0
    private var count = 0
    private var out: [UInt8] = []

    init(_ input: ArraySlice<UInt8>, limit: Int) {
        self.input = input
        self.limit = limit
        next = input.startIndex
    }

    /// Returns the decompressed bytes; `nil` when the stream is invalid, truncated, followed by other bytes, or exceeds
    /// the limit.
    mutating func run() -> [UInt8]? {
        var isLast = false
        while !isLast {
            guard let header = bits(3) else { return nil }
            isLast = header & 1 == 1
            let isGood: Bool
            switch header >> 1 {
            case 0: isGood = stored()
            case 1: isGood = coded(Codes.fixedLiterals, Codes.fixedDistances)
            case 2:
                guard let (literals, distances) = dynamicCodes() else { return nil }
                isGood = coded(literals, distances)
            default: return nil
            }
            guard isGood else { return nil }
        }
        // Whole bytes read ahead belong to the data after the stream, of which there must be none.
        return next - count / 8 == input.endIndex ? out : nil
    }

    // MARK: Bits

    private mutating func bits(_ wanted: Int) -> Int? {
        while count < wanted {
            guard next < input.endIndex else { return nil }
            held |= UInt32(input[next]) << UInt32(count)
            next += 1
            count += 8
        }
        let value = Int(held & ((1 << UInt32(wanted)) - 1))
        held >>= UInt32(wanted)
        count -= wanted
        return value
    }

    private mutating func symbol(_ codes: Codes) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...Codes.longest {
            guard let bit = bits(1) else { return nil }
            code |= bit
            let here = codes.counts[length]
            if code - first < here { return codes.symbols[index + code - first] }
            index += here
            first = (first + here) << 1
            code <<= 1
        }
        return nil
    }

    // MARK: Blocks

    private mutating func stored() -> Bool {
        next -= count / 8
        (held, count) = (0, 0)
        guard input.endIndex - next >= 4 else { return false }
        let size = Int(input[next]) | Int(input[next + 1]) << 8
        let check = Int(input[next + 2]) | Int(input[next + 3]) << 8
        next += 4
        guard size ^ check == 0xFFFF, input.endIndex - next >= size, out.count + size <= limit else { return false }
        out += input[next..<next + size]
        next += size
        return true
    }

    private mutating func coded(_ literals: Codes, _ distances: Codes) -> Bool {
        while let symbol = symbol(literals) {
            if symbol < 256 {
                guard out.count < limit else { return false }
                out.append(UInt8(symbol))
            } else if symbol == 256 {
                return true
            } else {
                guard symbol < 286, let extra = bits(Codes.lengthBits[symbol - 257]),
                    let place = self.symbol(distances), place < 30, let more = bits(Codes.distanceBits[place])
                else { return false }
                let length = Codes.lengthBases[symbol - 257] + extra
                let distance = Codes.distanceBases[place] + more
                guard distance <= out.count, out.count + length <= limit else { return false }
                // Byte by byte: a copy may overlap its own output.
                for _ in 0..<length { out.append(out[out.count - distance]) }
            }
        }
        return false
    }

    private mutating func dynamicCodes() -> (Codes, Codes)? {
        guard let literals = bits(5), let distances = bits(5), let lengths = bits(4), literals <= 29, distances <= 29
        else { return nil }
        var sizes = [Int](repeating: 0, count: 19)
        for index in 0..<(lengths + 4) {
            guard let size = bits(3) else { return nil }
            sizes[Codes.order[index]] = size
        }
        guard let codes = Codes(sizes) else { return nil }
        let total = literals + 257 + distances + 1
        var all: [Int] = []
        while all.count < total {
            guard let symbol = symbol(codes) else { return nil }
            switch symbol {
            case ..<16: all.append(symbol)
            case 16:
                guard let last = all.last, let times = bits(2) else { return nil }
                all += [Int](repeating: last, count: times + 3)
            case 17:
                guard let times = bits(3) else { return nil }
                all += [Int](repeating: 0, count: times + 3)
            default:
                guard let times = bits(7) else { return nil }
                all += [Int](repeating: 0, count: times + 11)
            }
        }
        guard all.count == total, all[256] > 0, let first = Codes(Array(all[..<(literals + 257)])),
            let second = Codes(Array(all[(literals + 257)...]), mayBeIncomplete: true)
        else { return nil }
        return (first, second)
    }

    /// Canonical Huffman codes (RFC 1951, section 3.2.2).
    struct Codes {
        static let longest = 15
        let counts: [Int]
        let symbols: [Int]

        /// Creates the codes of these lengths; `nil` when a length has too many codes, or codes are missing. With
        /// `mayBeIncomplete`, as for distances, a single code of one bit or none is allowed.
        init?(_ lengths: [Int], mayBeIncomplete: Bool = false) {
            var counts = [Int](repeating: 0, count: Codes.longest + 1)
            for length in lengths where length > 0 { counts[length] += 1 }
            var left = 1
            for length in 1...Codes.longest {
                left = left * 2 - counts[length]
                guard left >= 0 else { return nil }
            }
            let used = counts.reduce(0, +)
            guard left == 0 || mayBeIncomplete && used <= 1 else { return nil }
            self.counts = counts
            symbols = (1...Codes.longest).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
        }

        private init(counts: [Int], symbols: [Int]) {
            self.counts = counts
            self.symbols = symbols
        }

        static let fixedLiterals: Codes = {
            var counts = [Int](repeating: 0, count: longest + 1)
            (counts[7], counts[8], counts[9]) = (24, 152, 112)
            return Codes(
                counts: counts, symbols: Array(256...279) + Array(0...143) + Array(280...287) + Array(144...255))
        }()
        static let fixedDistances: Codes = {
            var counts = [Int](repeating: 0, count: longest + 1)
            counts[5] = 30
            return Codes(counts: counts, symbols: Array(0..<30))
        }()
        static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        static let lengthBases = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227,
            258,
        ]
        static let lengthBits = [
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
        ]
        static let distanceBases = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
            4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
        ]
        static let distanceBits = [
            0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
        ]
    }
}
