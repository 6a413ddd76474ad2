/** Keeps the last few values by key; the oldest one goes when there are more than `capacity`. */
export class Recent<Value, Key = string> {
  private readonly values = new Map<Key, Value>()
  private readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  /** The value of a key, made when it is not there, and now the newest. */
  get(key: Key, make: () => Value): Value {
    const value = this.values.get(key) ?? make()
    this.values.delete(key)
    this.values.set(key, value)
    for (const oldest of this.values.keys()) {
      if (this.values.size <= this.capacity) break
      this.values.delete(oldest)
    }
    return value
  }

  /** The value of a key, if it is still there; it does not become newer by it. */
  find(key: Key): Value | undefined {
    return this.values.get(key)
  }

  /** Lets go of a value before others have pushed it out. */
  forget(key: Key): void {
    this.values.delete(key)
  }
}
