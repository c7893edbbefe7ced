import JourneyCLI

/// A picture of the code that a holder shows.
enum PictureFile {
    /// Whether the bytes begin as a picture does.
    static func isPicture(_ file: [UInt8]) -> Bool {
        GrayscaleImage.isPNG(file) || ["P5", "P6"].contains { file.starts(with: Array($0.utf8)) }
    }

    /// The `mdoc:` address in the picture, which came from `path`. Codes of other things beside it do not matter; two
    /// addresses do.
    static func address(_ file: [UInt8], from path: String) throws(CommandError) -> String {
        let picture: GrayscaleImage
        do throws(GrayscaleImage.Fault) { picture = try GrayscaleImage(file: file) } catch {
            switch error {
            case .tooLarge: throw failure("PICTURE_TOO_LARGE", "\(path) is larger than a picture of a code is.")
            case .unknownForm: throw failure("PICTURE_FORM", "\(path) is no picture as PNG, PGM or PPM.")
            case .damaged: throw failure("PICTURE_DAMAGED", "\(path) is a picture that is damaged or cut off.")
            }
        }
        let texts = QRReader.texts(in: picture)
        let addresses = texts.filter { InputFile.isAddress($0) }
        guard addresses.count <= 1 else {
            throw failure("QR_SEVERAL", "There are several mdoc: codes in \(path); show one at a time.")
        }
        guard let address = addresses.first else {
            throw texts.isEmpty
                ? failure("QR_MISSING", "There is no QR code in \(path) that can be read.")
                : failure("QR_OTHER", "The QR code in \(path) is of something else: it is no mdoc: address.")
        }
        return address
    }

    private static func failure(_ code: String, _ sentence: String) -> CommandError {
        CommandError(.badInput, code: code, sentence)
    }
}
