/// A reason why bytes are not a supported archive.
public enum ZipError: Error, Hashable, Sendable {
    /// Not an archive, or an archive whose parts contradict each other.
    case damaged
    /// Above a limit: of packed or unpacked bytes, or of files.
    case tooLarge
    /// A method or feature that passes do not use: encryption, several disks, Zip64, methods other than stored and deflated.
    case unsupported
    /// A name that points outside the archive, is not UTF-8, or is a duplicate.
    case badName
}
