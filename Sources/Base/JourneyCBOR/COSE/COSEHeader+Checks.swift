/// The rules for header parameters (RFC 9052, section 3 and 3.1; RFC 9360, section 2).
extension COSEHeader {
    /// Labels are numbers or texts, and one stands in one bucket once.
    static func checkLabels(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member]
    ) throws(CBORError) {
        var seen: Set<CBORValue> = []
        for member in protected + unprotected {
            try member.key.require(
                member.key.integer != nil || member.key.text != nil, "a label is no number and no text", .unexpectedType
            )
            try member.key.require(
                seen.insert(member.key.value).inserted, "a parameter that both headers have", .duplicateKey)
        }
    }

    /// What is marked as critical has to be understood, and to be protected with its mark.
    static func checkCritical(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member], _ understood: Set<Int64>
    ) throws(CBORError) {
        if let stray = find(Label.critical, in: unprotected) {
            throw CBORError(.notAllowed, at: stray.offset, "the list of critical parameters is not protected")
        }
        guard let list = find(Label.critical, in: protected) else { return }
        let labels = try list.expectArray("the list of critical parameters")
        try list.require(!labels.isEmpty, "the list of critical parameters is empty")
        for label in labels {
            guard let number = label.integer, understood.contains(number), find(number, in: protected) != nil else {
                throw CBORError(.unsupported, at: label.offset, "a critical parameter is not understood")
            }
        }
    }

    /// One certificate as a byte string, or several in an array.
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
