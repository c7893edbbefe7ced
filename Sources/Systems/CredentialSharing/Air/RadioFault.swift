/// A fault injected into a `RadioMedium`: it applies once, to one value that a radio sends.
public struct RadioFault: Hashable, Sendable {
    /// The effect of a fault on the value that the radio sends.
    public enum Kind: Hashable, Sendable {
        /// The value is not delivered, and the sender is not told.
        case drop
        /// Delivery stops from this value on until `LocalRadio.resume()`. Once the buffer is full, sending suspends.
        case stall
        /// The value is delivered twice.
        case duplicate
        /// The value is delivered after the one that follows it.
        case reorder
        /// The lowest bit of the byte at this index is flipped; of the last byte if the value is shorter.
        case corrupt(byte: Int)
        /// The value is cut to this number of bytes.
        case truncate(to: Int)
        /// The value is delivered on the characteristic of the other direction; a State value is delivered as it is.
        case wrongRole
        /// The devices lose contact from this value on; both learn of it after the supervision timeout.
        case loss
    }

    /// The effect of the fault.
    public let kind: Kind
    /// The zero-based index of the value among those of its characteristic, or among all values.
    public let index: Int
    /// The characteristic whose values are counted; `nil` counts the values of all characteristics.
    public let characteristic: GATTCharacteristic?

    /// Creates a fault for one value of a radio, counted over all its links.
    ///
    /// - Parameters:
    ///   - kind: The effect on the value.
    ///   - index: The zero-based index of the value.
    ///   - characteristic: The characteristic whose values are counted, or `nil` to count all values.
    public init(_ kind: Kind, at index: Int, on characteristic: GATTCharacteristic? = nil) {
        self.kind = kind
        self.index = index
        self.characteristic = characteristic
    }
}
