import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

extension Engagement {
    /// A new engagement with the public half of a key that is made for this meeting alone.
    ///
    /// The version is 1.1 when it has origins or capabilities, as those came with it, and 1.0 else. Throws `CBORError` for a
    /// key that cannot agree.
    public init(
        key: PublicKey, methods: [RetrievalMethod] = [], origins: [CBORValue]? = nil,
        capabilities: DeviceCapabilities? = nil
    ) throws(CBORError) {
        let value = try CBORError.require(COSEKey.value(key), .unsupported, at: 0, "a key that cannot agree")
        let isSecond = origins != nil || capabilities != nil
        var members: [CBORValue: CBORValue] = [
            0: .text((isSecond ? StructureVersion.second : .first).description),
            1: [1, .tagged(24, .bytes(value.encoded))],
        ]
        if !methods.isEmpty { members[2] = .array(methods.map(\.value)) }
        if let origins { members[5] = .array(origins) }
        if let capabilities { members[6] = capabilities.value }
        // Read as a peer will read it.
        try self.init(CBORValue.map(members).encoded[...])
    }

    /// What a reader expects in the characteristic Ident of the holder it means (ISO/IEC 18013-5, section 8.3.3.1.1.3): 16
    /// bytes.
    public var bluetoothIdent: [UInt8] {
        let input = Secret(count: keyBytes.count) { $0.copyBytes(from: keyBytes) }
        let ident = HKDFSHA256.derive(from: input, salt: [], info: Array("BLEIdent".utf8), count: 16)
        return ident.withBytes { Array($0) }
    }
}
