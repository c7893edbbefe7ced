import JourneyBase
import TestSupport

/// Generates attestation objects and assertions with Python's own CBOR and X.509, independent of this package.
///
/// Keys are derived from small numbers, so that a later call represents the same device.
enum AppAttestPython {
    /// Generates `variants` of a genuine object in hexadecimal, with the root's PEM as `root` and the key id as `keyId`.
    static func make(_ variants: [String: JSONValue]) throws -> JSONValue {
        let text = try Python.run(script, [JSONValue.object(variants).compactText])
        return try JSONReader.read(Array(text.utf8), limits: JSONLimits(bytes: 1 << 22, depth: 4))
    }

    private static let script = #"""
        import sys, json, hashlib, struct, datetime, cbor2
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec, utils
        from cryptography.x509.oid import NameOID

        sha = lambda data: hashlib.sha256(data).digest()
        key = lambda n, curve: ec.derive_private_key(n, curve)
        P256, P384 = ec.SECP256R1(), ec.SECP384R1()
        name = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
        day = lambda n: datetime.datetime(2027, 1, 15, tzinfo=datetime.timezone.utc) + datetime.timedelta(days=n)
        point = lambda k: k.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        usage = lambda sign: x509.KeyUsage(not sign, not sign, False, False, False, sign, sign, False, False)

        def authority(subject, own, issuer, signer, length, begin=-400, end=400, is_ca=True):
            builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
                .public_key(own.public_key()).serial_number(x509.random_serial_number())
                .not_valid_before(day(begin)).not_valid_after(day(end))
                .add_extension(x509.BasicConstraints(is_ca, length if is_ca else None), critical=True)
                .add_extension(usage(True), critical=True)
                .add_extension(x509.SubjectKeyIdentifier.from_public_key(own.public_key()), critical=False))
            if own is not signer:
                builder = builder.add_extension(
                    x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
            return builder.sign(signer, hashes.SHA384())

        def attestation(v):
            root = key(21 if v.get("otherRoot") else 11, P384)
            ca, device = key(12, P384), key(v.get("device", 13), P256)
            other = key(14, P256)
            top = authority("Root", root, "Root", root, None)
            middle = authority("CA", ca, "Root", root, 0, end=v.get("caEnd", 300), is_ca=not v.get("caIsNone"))
            identifier = sha(point(device))
            shown = point(other if v.get("coseOther") else device)
            cose = {1: 2, 3: -7, -1: 1, -2: shown[1:33], -3: shown[33:]}
            if v.get("coseExtra"): cose[99] = 1
            credential = sha(b"other") if v.get("credentialOther") else identifier
            aaguid = bytes.fromhex(v["aaguid"]) if "aaguid" in v else b"appattest" + bytes(7)
            data = (sha(v.get("app", "TEAM123456.com.partner.app").encode()) + bytes([v.get("flags", 0x40)])
                + struct.pack(">I", v.get("counter", 0)) + aaguid + struct.pack(">H", len(credential)) + credential
                + cbor2.dumps(cose) + bytes.fromhex(v.get("dataEnd", "")))
            nonce = sha(data + bytes.fromhex(v["hash"]))
            if v.get("nonceOther"): nonce = sha(nonce)
            if v.get("nonceSingle"): nonce = sha(bytes.fromhex(v["hash"]))
            der = b"\x30\x24\xa1\x22\x04\x20" + nonce + bytes.fromhex(v.get("nonceEnd", ""))
            leaf = (x509.CertificateBuilder().subject_name(name(identifier.hex()))
                .issuer_name(name("CA")).public_key(device.public_key()).serial_number(7)
                .not_valid_before(day(v.get("begin", -1))).not_valid_after(day(v.get("end", 2)))
                .add_extension(x509.BasicConstraints(False, None), critical=True)
                .add_extension(usage(False), critical=True))
            if not v.get("nonceMissing"):
                leaf = leaf.add_extension(x509.UnrecognizedExtension(
                    x509.ObjectIdentifier("1.2.840.113635.100.8.2"), der), critical=False)
            leaf = leaf.sign(device if v.get("selfSigned") else ca, hashes.SHA256())
            chain = [c.public_bytes(serialization.Encoding.DER) for c in (leaf, middle)]
            if v.get("chainOf") == 1: chain = chain[:1]
            if v.get("chainOf") == 0: chain = []
            if v.get("chainSwapped"): chain = chain[::-1]
            thing = {"fmt": v.get("fmt", "apple-appattest"), "attStmt": {"x5c": chain, "receipt": b"receipt"},
                "authData": data}
            if v.get("extra"): thing["extra"] = 1
            if v.get("textChain"): thing["attStmt"]["x5c"] = ["not bytes"]
            whole = cbor2.dumps(thing) + bytes.fromhex(v.get("end_", ""))
            return whole, top, identifier

        def assertion(v):
            device = key(v.get("device", 13), P256)
            data = (sha(v.get("app", "TEAM123456.com.partner.app").encode()) + bytes([0x40])
                + struct.pack(">I", v.get("counter", 1)) + bytes.fromhex(v.get("dataEnd", "")))
            both = data + bytes.fromhex(v["hash"])
            signed = both if v.get("onceHashed") else sha(both)
            signature = device.sign(signed, ec.ECDSA(hashes.SHA256()))
            if v.get("rawSignature"):
                signature = b"".join(n.to_bytes(32, "big") for n in utils.decode_dss_signature(signature))
            thing = {"signature": signature, "authenticatorData": data}
            if v.get("extra"): thing["extra"] = 1
            return cbor2.dumps(thing) + bytes.fromhex(v.get("end_", ""))

        out = {}
        for label, v in json.loads(sys.argv[1]).items():
            if v.get("assertion"):
                out[label] = assertion(v).hex()
            else:
                whole, top, identifier = attestation(v)
                out[label] = whole.hex()
                if not v.get("otherRoot"):
                    out["root"] = top.public_bytes(serialization.Encoding.PEM).decode()
                    out["keyId"] = identifier.hex()
        print(json.dumps(out))
        """#
}
