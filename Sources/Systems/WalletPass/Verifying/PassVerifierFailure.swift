import JourneyCrypto

extension PassVerifier.Failure: CustomStringConvertible {
    /// A stable name for the kind of failure.
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
        case .archive(.damaged): "This is no zip archive, or one whose parts contradict each other."
        case .archive(.tooLarge): "The archive is larger than a pass may be, packed or unpacked."
        case .archive(.unsupported): "The archive uses what passes do not have: encryption, Zip64, another method."
        case .archive(.badName): "A file's name leads out of the archive, is no UTF-8, or is there twice."
        case .missing(let part): "\(part) is missing or cannot be read."
        case .notListed(let name): "\(name) was not signed: the manifest does not name it."
        case .notThere(let name): "\(name) was signed and is not there."
        case .changed(let name): "\(name) is not what was signed."
        case .signature(.unreadable(let error)): "The signature is no detached CMS message: \(error)."
        case .signature(.signerMissing): "The certificate of the signer is not in the signature."
        case .signature(.algorithmNotAllowed): "The signature is made with an algorithm that is not allowed."
        case .signature(.contentMismatch): "The signature is over something else."
        case .signature(.badSignature): "The signature is not the signer's."
        case .signature(.certificate(let error)): "The signer is not believed: \(error)."
        case .noSigningTime: "The signature does not say when it was made."
        case .signer: "The signer's certificate is for no pass, or for another type or team."
        }
    }
}
