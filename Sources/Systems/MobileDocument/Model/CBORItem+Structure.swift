import JourneyCBOR

extension CBORItem {
    func failure(_ reason: CBORError.Reason, _ detail: String) -> CBORError { CBORError(reason, at: offset, detail) }

    /// A version of the form `1.x`: other minor versions are read as the known one, other major versions are refused.
    func expectVersion1(_ what: StaticString) throws(CBORError) -> String {
        let text = try expectText(what)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "1", (1...4).contains(parts[1].utf8.count),
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw failure(.unsupported, "\(what) is none of 1.x") }
        return text
    }
}
