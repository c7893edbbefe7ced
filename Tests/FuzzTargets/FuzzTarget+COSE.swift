import JourneyBase
import JourneyCBOR
import JourneyCrypto

extension FuzzTarget {
    /// Signatures, MACs and keys in CBOR, against keys that made none of them. Input in a message's form is also signed and
    /// authenticated by those keys, so that everything except the signature is checked.
    static let cose = FuzzTarget(
        "cose",
        seeds: [
            "8443a10126a04161584000", "d28443a10126a1044131f65840", "8443a10105a0416158200000", "d18443a10105a0f64100",
            "8440a10126a0f640", "8444a2012602a0416140", "8446a2012602811863a0416140", "8443a10126a1182141304161404161",
            "8443a10126a118218241304130416140", "a401022001215820\(x)225820\(y)", "a501022001215820\(x)225820\(y)0326",
            "a3010120062158200000", "a201042041ff", "a30104200143010203", "a40102200121582000225820f5",
        ].map { Hex.decode($0) ?? [] } + made
    ) { input in
        promise(!isAccepted(input), "nobody signs for these keys")
        if let again = authenticated(input), isAccepted(again) {
            guard let item = try? CBORReader.item(in: again[...]), let parts = item.array,
                let header = parts[0].bytes.flatMap({ try? CBORReader.item(in: $0) })
            else { return promise(false, "what is accepted is a message") }
            promise(header[2] == nil && parts[1].value[2] == nil, "nothing critical is passed over")
            promise([-7, 5].contains(header[1]?.integer ?? 0), "the protected header names the key's algorithm")
        }
        if let key = try? COSEKey(input[...]) {
            promise(Array(key.encoded) == input && (key.publicKey == nil) != (key.secret == nil), "a key is one key")
            guard let publicKey = key.publicKey, let value = COSEKey.value(publicKey) else { return }
            promise((try? COSEKey(value.encoded[...]))?.publicKey == publicKey, "a key is written as it is read")
        }
    }

    private static let x = "65eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d"
    private static let y = "1e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c"

    /// A message of each kind by other keys.
    private static let made: [[UInt8]] = Fixed.made {
        [Array(try COSEMac0(authenticating: [1], key: Secret(copying: [9])).encoded)]
    }

    private static func isAccepted(_ bytes: [UInt8]) -> Bool {
        if let message = try? COSESign1(bytes[...]), message.payload != nil {
            promise(Array(message.encoded) == bytes, "the bytes are kept")
            if (try? message.verify(with: .p256(Fixed.signer.publicKey))) != nil { return true }
        }
        guard let message = try? COSEMac0(bytes[...]), message.payload != nil else { return false }
        return (try? message.verify(with: Fixed.shared)) != nil
    }

    /// Returns the input with a signature or a tag of the fixed keys.
    private static func authenticated(_ input: [UInt8]) -> [UInt8]? {
        guard let parts = (try? CBORReader.item(in: input[...]))?.array, parts.count == 4 else { return nil }
        let isMAC = parts[3].bytes?.count == 32
        let proof: [UInt8]? =
            isMAC
            ? (try? COSEMac0(input[...])).flatMap { try? $0.authenticatedBytes() }
                .map { HMACSHA256.tag($0, key: Fixed.shared) }
            : (try? COSESign1(input[...])).flatMap { try? $0.signedBytes() }.flatMap { try? Fixed.signer.sign($0) }
        guard let proof else { return nil }
        var writer = CBORWriter()
        writer.array(4)
        for part in parts.prefix(3) { writer.raw(part.encoded) }
        writer.bytes(proof)
        return writer.encoded
    }
}

extension CBORValue {
    /// Returns the value of a key in a map.
    fileprivate subscript(_ key: CBORValue) -> CBORValue? {
        if case .map(let members) = self { members[key] } else { nil }
    }
}
