/// Why bytes are not an archive that is read here.
public enum ZipError: Error, Hashable, Sendable {
    /// No archive, or one whose parts contradict each other.
    case damaged
    /// Beyond a limit: of bytes, packed or unpacked, or of files.
    case tooLarge
    /// A method or a feature that passes do not have: encryption, several disks, Zip64, other methods than stored and deflated.
    case unsupported
    /// A name that leads out of the archive, is not UTF-8, or is there twice.
    case badName
}
