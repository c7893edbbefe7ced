/// Rules for header parameters (RFC 9052, section 3 and 3.1; RFC 9360, section 2).
extension COSEHeader {
    /// Checks that labels are integers or texts, and that none occurs twice in either bucket or both.
    static func checkLabels(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member]
    ) throws(CBORError) {
        var seen: Set<CBORValue> = []
        for member in protected + unprotected {
            try member.key.require(
                member.key.integer != nil || member.key.text != nil,
                "a header label is neither an integer nor a text string", .unexpectedType
            )
            try member.key.require(
                seen.insert(member.key.value).inserted, "a header parameter occurs twice", .duplicateKey)
        }
    }

    /// Checks that all critical parameters are understood and protected, and so is the list of them.
    static func checkCritical(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member], _ understood: Set<Int64>
    ) throws(CBORError) {
        if let stray = find(Label.critical, in: unprotected) {
            throw CBORError(
                .notAllowed, at: stray.offset, "the list of critical parameters (crit) is not in the protected header")
        }
        guard let list = find(Label.critical, in: protected) else { return }
        let labels = try list.expectArray("the list of critical parameters")
        try list.require(!labels.isEmpty, "the list of critical parameters is empty")
        for label in labels {
            guard let number = label.integer, understood.contains(number), find(number, in: protected) != nil else {
                throw CBORError(
                    .unsupported, at: label.offset,
                    "a critical parameter is not supported, or not in the protected header")
            }
        }
    }

    /// Reads `x5chain`: one certificate as a byte string, or several in an array.
    static func chain(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member]
    ) throws(CBORError) -> [ArraySlice<UInt8>] {
        guard let item = find(Label.chain, in: protected) ?? find(Label.chain, in: unprotected) else { return [] }
        if let one = item.bytes { return [one] }
        let items = try item.expectArray("x5chain", count: 1...mostCertificates)
        var chain: [ArraySlice<UInt8>] = []
        for item in items { chain.append(try item.expectBytes("a certificate of x5chain")) }
        return chain
    }
}
