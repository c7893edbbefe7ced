import JourneyCBOR

/// The version of a structure, such as "1.0" (ISO/IEC 18013-5, section 8.1). Any minor version is accepted, other major
/// versions are refused.
package struct StructureVersion: Hashable, Sendable, CustomStringConvertible {
    package let major: Int
    package let minor: Int

    /// The first edition's version.
    package static let first = StructureVersion(major: 1, minor: 0)
    /// The second edition's version.
    package static let second = StructureVersion(major: 1, minor: 1)

    package var description: String { "\(major).\(minor)" }

    init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Parses a version. Throws `CBORError`: `notAllowed` for an invalid text, `unsupported` for a version other than
    /// 1.x.
    init(_ item: CBORItem) throws(CBORError) {
        let parts = try item.expectText("the version").utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.map(StructureVersion.number)
        guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else {
            throw CBORError(.notAllowed, at: item.offset, "the version is not two numbers")
        }
        guard major == 1 else { throw CBORError(.unsupported, at: item.offset, "the major version is not 1") }
        (self.major, self.minor) = (major, minor)
    }

    private static func number(_ digits: Substring.UTF8View.SubSequence) -> Int? {
        guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}
