import JourneyCLI

/// A picture of a holder's QR code.
enum PictureFile {
    /// Returns `true` if the bytes start like a picture.
    static func isPicture(_ file: [UInt8]) -> Bool {
        GrayscaleImage.isPNG(file) || ["P5", "P6"].contains { file.starts(with: Array($0.utf8)) }
    }

    /// Returns the `mdoc:` address in the picture at `path`. Other codes in it are ignored; a second address is an
    /// error.
    static func address(_ file: [UInt8], from path: String) throws(CommandError) -> String {
        let texts = try texts(file, from: path)
        let addresses = texts.filter { InputFile.isAddress($0) }
        guard addresses.count <= 1 else {
            throw failure(.qrSeveral, "\(path) contains several mdoc: codes. Use a picture of one code.")
        }
        guard let address = addresses.first else {
            throw failure(.qrOther, "The QR code in \(path) is not an mdoc: address.")
        }
        return address
    }

    /// Returns the texts of the codes in the picture at `path`; none is an error.
    static func texts(_ file: [UInt8], from path: String) throws(CommandError) -> [String] {
        let picture: GrayscaleImage
        do throws(GrayscaleImage.Fault) { picture = try GrayscaleImage(file: file) } catch {
            switch error {
            case .tooLarge:
                throw failure(.pictureTooLarge, "\(path) is too large: at most 16 MiB and 64 million pixels.")
            case .unknownForm: throw failure(.pictureForm, "\(path) is not a PNG, PGM or PPM picture.")
            case .damaged: throw failure(.pictureDamaged, "\(path) is a damaged or truncated picture.")
            }
        }
        let texts = QRReader.texts(in: picture)
        guard !texts.isEmpty else { throw failure(.qrMissing, "\(path) contains no readable QR code.") }
        return texts
    }

    private static func failure(_ code: CommandCode, _ sentence: String) -> CommandError {
        CommandError(.badInput, code: code, sentence)
    }
}
