import CredentialSharing
import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// Documents in files, each with its device key beside it in `.key.pem`, as written by `journey mdoc issue`.
struct HeldFiles {
    private typealias Copy = (document: IssuerSigned, key: AgreementKey)

    /// The copies of one document, issued as a batch.
    private struct Batch {
        let name: String
        var copies: [Copy]
    }

    private let batches: [Batch]

    /// Loads the documents in these files and folders.
    init(_ paths: [String], _ invocation: Invocation) throws {
        var batches: [Batch] = []
        for path in try paths.flatMap(HeldFiles.files) {
            let bytes = try InputFile.bytes(path, invocation)
            let document = try Support.parse(path) { () throws(CBORError) in try IssuerSigned(bytes[...]) }
            let copy = (document, try KeyFile.agreement(path + HeldFiles.keyEnding, invocation))
            let name = HeldFiles.batchName(path)
            let place = batches.firstIndex {
                $0.name == name && $0.copies[0].document.mso.docType == document.mso.docType
            }
            if let place {
                batches[place].copies.append(copy)
            } else {
                batches.append(Batch(name: name, copies: [copy]))
            }
        }
        self.batches = batches
    }

    /// Adds the documents to `store`, with titles in `language`. In a persistent store each copy of a batch is single-use;
    /// otherwise it is reusable.
    func add(to store: CredentialStore, isKept: Bool, in language: Language) async throws {
        for batch in batches {
            let use: Credential.Use = isKept && batch.copies.count > 1 ? .single : .reusable
            do {
                try await store.add(importing: batch.copies, title: HeldFiles.title(batch, language), use: use)
            } catch let fault as CredentialError {
                throw CommandError(fault, about: batch.name)
            }
        }
    }

    private static let keyEnding = ".key.pem"

    private static func files(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        let keys = names.filter { $0.hasSuffix(keyEnding) }.map { String($0.dropLast(keyEnding.count)) }
        // In numerical order: the first copy is presented first.
        let found = keys.filter(names.contains).sorted {
            $0.compare($1, options: [.numeric]) == .orderedAscending
        }
        guard !found.isEmpty else {
            throw CommandError.badInput(
                .documentMissing, "\(path) contains no document with its key beside it (\(keyEnding))."
            )
        }
        return found.map { path + "/" + $0 }
    }

    /// Returns the batch's name, such as `age.hex` for `age.hex.12`.
    private static func batchName(_ path: String) -> String {
        guard let dot = path.lastIndex(of: "."), Int(path[path.index(after: dot)...]) != nil else { return path }
        return String(path[..<dot])
    }

    private static func title(_ batch: Batch, _ language: Language) -> String {
        switch (batch.copies[0].document.mso.docType, language) {
        case (.drivingLicence, _): language(.drivingLicence)
        case (.personIdentification, .english): "Identity"
        case (.personIdentification, .bengali): "পরিচয়পত্র"
        case (.personIdentification, .arabic): "الهوية"
        case (.ageVerification, .english): "Proof of age"
        case (.ageVerification, .bengali): "বয়সের প্রমাণ"
        case (.ageVerification, .arabic): "إثبات العمر"
        default: String(batch.name.split(separator: "/").last?.prefix(60) ?? "Document")
        }
    }
}
