/// An independent reader and issuer in Python, based only on `cbor2` and `cryptography` and on the standard. It verifies this
/// package's output and creates input for it.
public enum Oracle {
    /// The functions of both: `verify(response, transcript, root, reader, now)` raises on a violation; further ones issue
    /// documents.
    public static let program = """
        import sys, cbor2, hashlib, hmac as mac, datetime, os
        from cbor2 import CBORTag
        from cryptography import x509
        from cryptography.x509.oid import NameOID, ObjectIdentifier
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature, decode_dss_signature
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        ES256 = ec.ECDSA(hashes.SHA256())
        def check(condition, what):
            if not condition: raise SystemExit("REFUSED " + what)
        def sign(key, data):
            r, s = decode_dss_signature(key.sign(data, ES256))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")
        def verify_signature(key, signature, data, what):
            try:
                check(len(signature) == 64, what)
                half = [int.from_bytes(part, "big") for part in (signature[:32], signature[32:])]
                key.verify(encode_dss_signature(*half), data, ES256)
            except Exception as error: check(False, what + " " + type(error).__name__)
        def public(cose):
            check(cose[1] == 2 and cose[-1] == 1, "key")
            return ec.EllipticCurvePublicNumbers(
                int.from_bytes(cose[-2], "big"), int.from_bytes(cose[-3], "big"), ec.SECP256R1()).public_key()
        def structure(kind, protected, payload): return cbor2.dumps([kind, protected, b"", payload])
        def device_authentication(transcript, doc_type, spaces):
            inner = b"\\x84" + cbor2.dumps("DeviceAuthentication") + transcript + cbor2.dumps(doc_type) + spaces
            return cbor2.dumps(CBORTag(24, inner))
        def mac_key(private, peer, transcript):
            salt = hashlib.sha256(cbor2.dumps(CBORTag(24, transcript))).digest()
            return HKDF(hashes.SHA256(), 32, salt, b"EMacKey").derive(private.exchange(ec.ECDH(), peer))

        def verify(response, transcript, root, reader, now):
            message = cbor2.loads(response)
            check(message["version"] == "1.0" and message["status"] == 0, "version")
            for document in message["documents"]:
                protected, headers, payload, signature = document["issuerSigned"]["issuerAuth"]
                leaf = x509.load_der_x509_certificate(headers[33])
                leaf.verify_directly_issued_by(root)
                check(leaf.not_valid_before_utc <= now < leaf.not_valid_after_utc, "certificate's time")
                purposes = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
                check(purposes.critical and ObjectIdentifier("1.0.18013.5.1.2") in purposes.value, "purpose")
                country = lambda name: [part.value for part in name.get_attributes_for_oid(NameOID.COUNTRY_NAME)]
                check(country(leaf.subject) == country(root.subject) != [], "country")
                check(cbor2.loads(protected) == {1: -7}, "algorithm")
                verify_signature(leaf.public_key(), signature, structure("Signature1", protected, payload), "issuer")
                mso = cbor2.loads(cbor2.loads(payload).value)
                check(mso["docType"] == document["docType"], "type")
                hash = {"SHA-256": hashlib.sha256, "SHA-384": hashlib.sha384, "SHA-512": hashlib.sha512}
                for space, items in document["issuerSigned"]["nameSpaces"].items():
                    for item in items:
                        content = cbor2.loads(item.value)
                        check(len(content["random"]) >= 16, "random")
                        digest = hash[mso["digestAlgorithm"]](cbor2.dumps(item)).digest()
                        check(mso["valueDigests"][space][content["digestID"]] == digest, "digest")
                times = mso["validityInfo"]
                check(times["validFrom"] <= now <= times["validUntil"], "validity")
                check(leaf.not_valid_before_utc <= times["signed"] < leaf.not_valid_after_utc, "signed")
                signed = document["deviceSigned"]
                data = device_authentication(transcript, document["docType"], cbor2.dumps(signed["nameSpaces"]))
                key = public(mso["deviceKeyInfo"]["deviceKey"])
                if "deviceSignature" in signed["deviceAuth"]:
                    protected, _, nothing, signature = signed["deviceAuth"]["deviceSignature"]
                    check(nothing is None and cbor2.loads(protected) == {1: -7}, "device's header")
                    verify_signature(key, signature, structure("Signature1", protected, data), "device")
                else:
                    protected, _, nothing, tag = signed["deviceAuth"]["deviceMac"]
                    check(nothing is None and cbor2.loads(protected) == {1: 5}, "device's header")
                    expected = mac.new(mac_key(reader, key, transcript), structure("MAC0", protected, data), "sha256")
                    check(mac.compare_digest(expected.digest(), tag), "MAC")
            return len(message["documents"])

        def certificate(name, issuer, key, signer, extensions, start, end):
            subject = lambda text: x509.Name([
                x509.NameAttribute(NameOID.COUNTRY_NAME, "UT"), x509.NameAttribute(NameOID.COMMON_NAME, text)])
            builder = (x509.CertificateBuilder().subject_name(subject(name)).issuer_name(subject(issuer))
                .public_key(key.public_key()).serial_number(x509.random_serial_number()).not_valid_before(start)
                .not_valid_after(end)
                .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
                .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False)
                .add_extension(x509.IssuerAlternativeName([x509.UniformResourceIdentifier("https://a.example")]), False)
                .add_extension(x509.CRLDistributionPoints([x509.DistributionPoint(
                    [x509.UniformResourceIdentifier("https://a.example/crl")], None, None, None)]), False))
            for extension, critical in extensions: builder = builder.add_extension(extension, critical)
            return builder.sign(signer, hashes.SHA256())
        def usage(*names):
            every = ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
                "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]
            return x509.KeyUsage(**{name: name in names for name in every})
        def authority(now):
            day = datetime.timedelta(days=1)
            root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
            root = certificate("Oracle IACA", "Oracle IACA", root_key, root_key, [
                (x509.BasicConstraints(True, 0), True), (usage("key_cert_sign", "crl_sign"), True)],
                now - 9 * day, now + 900 * day)
            leaf = certificate("Oracle DS", "Oracle IACA", key, root_key, [
                (usage("digital_signature"), True),
                (x509.ExtendedKeyUsage([ObjectIdentifier("1.0.18013.5.1.2")]), True)], now - 8 * day, now + 90 * day)
            return root, leaf, key
        def cose(key):
            numbers = key.public_key().public_numbers()
            return {1: 2, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}

        """

    /// Code that reads the arguments: response, transcript, root certificate, time, and the reader's private key.
    public static let arguments = """
        response, transcript, root = [bytes.fromhex(text) for text in sys.argv[1:4]]
        root = x509.load_der_x509_certificate(root)
        now = datetime.datetime.fromtimestamp(int(sys.argv[4]), datetime.timezone.utc)
        reader = ec.derive_private_key(int(sys.argv[5], 16), ec.SECP256R1())

        """
}
