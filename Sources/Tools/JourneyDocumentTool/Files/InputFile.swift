import Foundation
import JourneyBase
import JourneyCLI

/// The content of a file or standard input, in any of three forms.
enum InputFile {
    /// The maximum size of a file, in bytes.
    private static let largest = 40 << 20

    static let formOption = Option(
        .input, value: .choice(["hex", "base64url", "binary"]), help: "The form of the input files",
        defaultText: "by content")

    /// Returns the bytes of the file at `path`, decoded by --input or by appearance, or of an `mdoc:` address in place
    /// of a file.
    static func bytes(
        _ path: String, _ invocation: Invocation, as policy: FileModePolicy? = nil
    ) throws -> [UInt8] {
        try decoded(isAddress(path) ? Array(path.utf8) : try raw(path, as: policy), path, invocation)
    }

    /// Decodes the bytes that were read from `path`.
    static func decoded(_ raw: [UInt8], _ path: String, _ invocation: Invocation) throws(CommandError) -> [UInt8] {
        let form = invocation.value(.input)
        let text = raw.filter { !isSpace($0) }
        let isText = text.allSatisfy { (0x21...0x7E).contains($0) }
        // PEM can consist of base64url characters only.
        let isPEM = raw.starts(with: Array("-----BEGIN ".utf8))
        if form == "binary" || (form == nil && (!isText || isPEM)) { return raw }
        let string = String(decoding: text, as: UTF8.self)
        // The text of a QR code is the same with a scheme in front.
        let body = isAddress(string) ? String(string.dropFirst(5)) : string
        if form != "base64url", let bytes = Hex.decode(body), !bytes.isEmpty { return bytes }
        let plain = body.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        if form != "hex", let bytes = Base64URL.decode(plain), !bytes.isEmpty { return bytes }
        guard form == nil else {
            throw CommandError.badInput(.inputForm, "\(path) does not have the form given by --input.")
        }
        guard !isAddress(string) else {
            throw CommandError.badInput(
                .addressInvalid, "\(path) is not an mdoc: address: the text after the colon is not base64url.")
        }
        return raw
    }

    static func isAddress(_ text: String) -> Bool { text.lowercased().hasPrefix("mdoc:") }

    /// Returns the file's bytes. Throws `FILE_WRITABLE` or `FILE_EXPOSED` if `policy` refuses the file's mode.
    static func raw(_ path: String, as policy: FileModePolicy? = nil) throws -> [UInt8] {
        let file = path == "-" ? .standardInput : try handle(path)
        if path != "-" { try BoundedFile.require(policy, of: file.fileDescriptor, at: path) }
        do {
            // Reading an empty file returns `nil`.
            let data = try file.read(upToCount: largest + 1) ?? Data()
            guard data.count <= largest else {
                throw CommandError.badInput(.fileTooLarge, "\(path) is larger than 40 MB.")
            }
            return Array(data)
        } catch let failure as CommandError { throw failure } catch {
            throw CommandError.badInput(.fileUnreadable, "\(path) cannot be read: \(error).")
        }
    }

    private static func handle(_ path: String) throws -> FileHandle {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
            let file = FileHandle(forReadingAtPath: path)
        else { throw CommandError.badInput(.fileMissing, "\(path) does not exist, is a folder or cannot be opened.") }
        return file
    }

    static func text(_ path: String, as policy: FileModePolicy? = nil) throws -> String {
        String(decoding: try raw(path, as: policy), as: UTF8.self)
    }

    static func json(_ path: String) throws -> JSONValue {
        do { return try JSONReader.read(try raw(path), limits: JSONLimits(bytes: largest)) } catch let error
            as JSONReadError
        {
            throw CommandError(.badInput, code: error.reason.rawValue, "\(path) is not valid JSON: \(error).")
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
