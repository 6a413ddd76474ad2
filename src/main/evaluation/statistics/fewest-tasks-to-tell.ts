/**
 * The fewest tasks with which a sign-flip test can reach a level at all: where all of K tasks differ in one direction
 * its p value is `2 / 2^K`.
 */
export function fewestTasksToTell(level: number): number {
  return Math.ceil(1 + Math.log2(1 / level))
}
