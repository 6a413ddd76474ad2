/**
 * Thrown where to follow what each request sent takes more steps than any session needs: a small file can say that its
 * history changed tens of thousands of times, each time as a whole.
 */
export class EndlessHistory extends Error {
  constructor() {
    super('The history changes too often to be followed')
    this.name = 'EndlessHistory'
  }
}

/** Messages that change between all requests and condensations of a session; some 20 times as many as in the longest known. */
export const mostLooks = 100_000_000
