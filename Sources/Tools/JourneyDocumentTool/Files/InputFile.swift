import Foundation
import JourneyBase
import JourneyCLI

/// What a file or standard input holds, whichever of the three forms it has.
enum InputFile {
    /// The largest file that is read.
    private static let largest = 40 << 20

    static let formOption = Option(
        .input, value: .choice(["hex", "base64url", "binary"]), help: "The form of the input files",
        defaultText: "as they look")

    /// The bytes that the file `path` spells, in the form that the command line names or that it looks like; or those of an
    /// `mdoc:` address that stands in the file's place.
    static func bytes(
        _ path: String, _ invocation: Invocation, as policy: FileModePolicy? = nil
    ) throws -> [UInt8] {
        try decoded(isAddress(path) ? Array(path.utf8) : try raw(path, as: policy), path, invocation)
    }

    /// The same of what was read from `path`.
    static func decoded(_ raw: [UInt8], _ path: String, _ invocation: Invocation) throws(CommandError) -> [UInt8] {
        let form = invocation.value(.input)
        let text = raw.filter { !isSpace($0) }
        let isText = text.allSatisfy { (0x21...0x7E).contains($0) }
        // A text of PEM can have the letters of base64url alone.
        let isPEM = raw.starts(with: Array("-----BEGIN ".utf8))
        if form == "binary" || (form == nil && (!isText || isPEM)) { return raw }
        let string = String(decoding: text, as: UTF8.self)
        // What a QR code shows is the same with a scheme before it.
        let body = isAddress(string) ? String(string.dropFirst(5)) : string
        if form != "base64url", let bytes = Hex.decode(body), !bytes.isEmpty { return bytes }
        let plain = body.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        if form != "hex", let bytes = Base64URL.decode(plain), !bytes.isEmpty { return bytes }
        guard form == nil else {
            throw CommandError.badInput("INPUT_FORM", "\(path) is not in the form that --input names.")
        }
        guard !isAddress(string) else {
            throw CommandError.badInput(
                "ADDRESS_INVALID", "\(path) is no mdoc: address: what follows the colon is not base64url.")
        }
        return raw
    }

    static func isAddress(_ text: String) -> Bool { text.lowercased().hasPrefix("mdoc:") }

    /// The file as it is. Of a file whose mode `policy` refuses, `FILE_WRITABLE` or `FILE_EXPOSED` is thrown.
    static func raw(_ path: String, as policy: FileModePolicy? = nil) throws -> [UInt8] {
        let file = path == "-" ? .standardInput : try handle(path)
        if path != "-" { try BoundedFile.require(policy, of: file.fileDescriptor, at: path) }
        do {
            // There is nothing to read of an empty file.
            let data = try file.read(upToCount: largest + 1) ?? Data()
            guard data.count <= largest else {
                throw CommandError.badInput("FILE_TOO_LARGE", "\(path) is larger than 40 MB.")
            }
            return Array(data)
        } catch let failure as CommandError { throw failure } catch {
            throw CommandError.badInput("FILE_UNREADABLE", "\(path) cannot be read.")
        }
    }

    private static func handle(_ path: String) throws -> FileHandle {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
            let file = FileHandle(forReadingAtPath: path)
        else { throw CommandError.badInput("FILE_MISSING", "There is no file \(path).") }
        return file
    }

    static func text(_ path: String, as policy: FileModePolicy? = nil) throws -> String {
        String(decoding: try raw(path, as: policy), as: UTF8.self)
    }

    static func json(_ path: String) throws -> JSONValue {
        do { return try JSONReader.read(try raw(path), limits: JSONLimits(bytes: largest)) } catch let error
            as JSONReadError
        {
            throw CommandError(.badInput, code: error.reason.rawValue, "\(path) is no strict JSON: \(error).")
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
