import JourneyCrypto

extension PassVerifier.Failure: CustomStringConvertible {
    /// The stable code of the kind of failure.
    package var code: String {
        switch self {
        case .archive: "PASS_ARCHIVE"
        case .missing: "PASS_PART_MISSING"
        case .notListed: "PASS_FILE_NOT_SIGNED"
        case .notThere: "PASS_FILE_LOST"
        case .changed: "PASS_FILE_CHANGED"
        case .signature(.certificate): "PASS_SIGNER_UNTRUSTED"
        case .signature: "PASS_SIGNATURE"
        case .noSigningTime: "PASS_SIGNING_TIME"
        case .signer: "PASS_SIGNER_OTHER"
        }
    }

    /// The failure in one sentence.
    package var description: String {
        switch self {
        case .archive(.damaged): "The file is not a zip archive, or its parts contradict each other."
        case .archive(.tooLarge): "The archive exceeds the size limit of a pass, packed or unpacked."
        case .archive(.unsupported):
            "The archive uses an unsupported feature: encryption, Zip64 or another compression method."
        case .archive(.badName): "A file name points outside the archive, is not UTF-8, or is a duplicate."
        case .missing(let part): "\(part) is missing or cannot be read."
        case .notListed(let name): "\(name) is not signed: the manifest does not list it."
        case .notThere(let name): "\(name) is listed in the manifest, but missing."
        case .changed(let name): "\(name) differs from the signed file."
        case .signature(.unreadable(let error)): "The signature is not a detached CMS message: \(error)."
        case .signature(.signerMissing): "The signature does not contain the signer's certificate."
        case .signature(.algorithmNotAllowed): "The signature's algorithm is not allowed."
        case .signature(.contentMismatch): "The signature covers different content."
        case .signature(.badSignature): "The signature does not verify with the signer's key."
        case .signature(.certificate(let error)): "The signer's certificate is rejected: \(error)."
        case .noSigningTime: "The signature has no signing time."
        case .signer: "The signer's certificate is not for passes, or for another type or team."
        }
    }
}
