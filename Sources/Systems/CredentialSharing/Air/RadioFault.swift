/// What goes wrong in a `RadioMedium`: with one of the values that a radio sends, the first time that it comes to it.
public struct RadioFault: Hashable, Sendable {
    /// What happens to the value.
    public enum Kind: Hashable, Sendable {
        /// It is not delivered; the sender hears nothing of it.
        case drop
        /// From it on nothing is delivered, and when the buffer is full the radio takes no further values: until
        /// `LocalRadio.resume()`.
        case stall
        /// It is delivered twice.
        case duplicate
        /// It is delivered after the one that follows.
        case reorder
        /// The lowest bit of that byte is the other way round; of the last byte, where there are fewer.
        case corrupt(byte: Int)
        /// Only so many bytes of it are delivered.
        case truncate(to: Int)
        /// It is delivered on the characteristic of the other direction; a State is delivered as it is.
        case wrongRole
        /// The devices do not hear each other any more, from it on; both are told after the supervision timeout.
        case loss
    }

    public let what: Kind
    /// The value's place among those of its characteristic, or of all, from 0.
    public let index: Int
    /// `nil`: values of all characteristics count.
    public let characteristic: GATTCharacteristic?

    /// A fault of the `index`-th value that a radio sends on `characteristic`, or at all, over all its links.
    public init(_ what: Kind, at index: Int, on characteristic: GATTCharacteristic? = nil) {
        self.what = what
        self.index = index
        self.characteristic = characteristic
    }
}
