/// Names of weak algorithms, which only the files that `docs/reference/crypto.md` publishes may use (MASVS CRYPTO-1).
struct WeakAlgorithms {
    /// How each is written in code: by us, by OpenSSL, by Apple, by JOSE.
    static var names: [(algorithm: String, pattern: Regex<Substring>)] {
        [
            ("SHA-1", /(?i)sha[-_]?1(?![0-9])/),
            ("MD5", /(?i)md5/),
            ("ECB", /(?i)(?:^|[^a-z])ecb(?![a-z])/),
            (
                "RSA PKCS#1 v1.5 encryption",
                /(?i)encrypt(?:ion)?_?pkcs1|decrypt(?:ion)?_?pkcs1|rsa1_5|RSA_NO_PADDING|rsaEncryptionRaw|decryptRaw/
            ),
            // The same padding serves signatures, so each place that names it says which of the two it is.
            ("RSA PKCS#1 v1.5 padding", /RSA_PKCS1_PADDING|RSA_PKCS1_WITH_TLS_PADDING/),
        ]
    }

    /// What a file must hold before it is worth a closer look.
    private static let suspects = ["sha1", "sha-1", "sha_1", "md5", "ecb", "pkcs1", "rsa1_5", "no_padding", "raw"]

    /// The published files of each algorithm.
    let published: [String: Set<String>]

    init(document: String) {
        let table = DocumentTable(["algorithm", "where", "why"], in: document)
        published = Dictionary(table.files.map { ($0.name, $0.paths) }) { $0.union($1) }
    }

    /// Files that name an algorithm and are not published for it, and published files that no longer name it.
    func complaints(_ files: [SourceFile]) -> [String] {
        var complaints: [String] = []
        let files = files.filter { file in WeakAlgorithms.suspects.contains(where: file.text.mentions) }
        for (algorithm, pattern) in WeakAlgorithms.names {
            var unused = published[algorithm] ?? []
            for file in files {
                guard let line = file.text.codeAndText.firstIndex(where: { $0.contains(pattern) }) else { continue }
                if unused.remove(file.path) == nil {
                    complaints.append(
                        "\(file.path):\(line + 1): names \(algorithm), which docs/reference/crypto.md does not publish")
                }
            }
            complaints += unused.sorted().map {
                "\($0): published for \(algorithm) in docs/reference/crypto.md, and does not name it"
            }
        }
        let known = Set(WeakAlgorithms.names.map(\.algorithm))
        complaints += published.keys.filter { !known.contains($0) }.sorted().map {
            "\($0): no weak algorithm is called so"
        }
        return complaints
    }
}
