import JourneyCrypto

extension PassVerifier.Failure: CustomStringConvertible {
    /// The stable code of the kind of failure.
    package var code: String {
        switch self {
        // The file isn't a ZIP archive, or not one that the pass format allows.
        //
        // Next step: Build the pass again; the message has the cause.
        case .archive: "PASS_ARCHIVE"
        // A required part of the pass is missing or can't be read.
        //
        // Next step: Build and sign the pass again.
        case .missing: "PASS_PART_MISSING"
        // The manifest doesn't list a file of the pass.
        //
        // Next step: Sign the pass again with all its files.
        case .notListed: "PASS_FILE_NOT_SIGNED"
        // A file that the manifest lists is missing.
        //
        // Next step: Sign the pass again, or get it again from its issuer.
        case .notThere: "PASS_FILE_LOST"
        // A file was changed after the pass was signed.
        //
        // Next step: Sign the pass again, or get it again from its issuer.
        case .changed: "PASS_FILE_CHANGED"
        // The signer's certificate doesn't lead to a trusted authority.
        //
        // Next step: Add Apple's WWDR certificate, or trust the test authority with `--trust`.
        case .signature(.certificate): "PASS_SIGNER_UNTRUSTED"
        // The signature is not valid for the manifest.
        //
        // Next step: Sign the pass again.
        case .signature: "PASS_SIGNATURE"
        // The signature has no signing time.
        //
        // Next step: Sign again with the signing time as a signed attribute.
        case .noSigningTime: "PASS_SIGNING_TIME"
        // The signer's certificate is not for this pass type and team.
        //
        // Next step: Sign with the certificate of the pass type in `pass.json`.
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
