/** Files in the folder of another one that the same task is made of, by the endings of their names. */
export type Companion = Readonly<{
  /** Ending of the name of the file that is the task, or a file of it; a whole name where nothing may stand before it. */
  of: string
  /** Endings that stand in its place. */
  are: readonly string[]
}>

/** Names of the files that belong to one of this name, there or not. */
export function listCompanionNames(name: string, companions: readonly Companion[]): readonly string[] {
  return [...new Set(companions.flatMap(({ of, are }) => replaceEnding(name, of, are)))]
}

/** Names of the files that one of this name may belong to; a file that others belong to belongs to none of its kind. */
export function listOwnerNames(name: string, companions: readonly Companion[]): readonly string[] {
  return [
    ...new Set(
      companions
        .filter(({ of }) => !name.endsWith(of))
        .flatMap(({ of, are }) => are.flatMap((one) => replaceEnding(name, one, [of]))),
    ),
  ]
}

function replaceEnding(name: string, ending: string, others: readonly string[]): readonly string[] {
  return name.endsWith(ending) ? others.map((one) => name.slice(0, -ending.length) + one) : []
}
