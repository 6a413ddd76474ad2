import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ShippedPackage } from './shipped-packages.ts'

/** Files of a package whose text has to go along with it. */
const noticeFile = /^(licen[cs]e|copying|notice|third-?party-?notices)([-.].*)?$/i

/** The licences of all that is shipped, as one text: a list, then the text of each. */
export function noticesText(packages: readonly ShippedPackage[], root: string): string {
  const lines = packages.map(
    ({ name, version, licence, place }) => `${name} ${version}  ${licence || 'not stated'}  ${place}`,
  )
  const texts = packages.map(
    (shipped) => `${'-'.repeat(80)}\n${shipped.name} ${shipped.version}\n\n${licenceText(shipped, root)}`,
  )
  return `Third-party packages in Dewpoint: ${packages.length}\n\n${lines.join('\n')}\n\n${texts.join('\n')}`
}

/** Licence files of a package; its statement alone where it has none, or is for another system and so not here. */
function licenceText({ folder, licence }: ShippedPackage, root: string): string {
  const place = join(root, folder)
  const names = existsSync(place) ? readdirSync(place).filter((name) => noticeFile.test(name)) : []
  const texts = names.toSorted().map((name) => readFileSync(join(place, name), 'utf8').trim())
  return `${texts.length > 0 ? texts.join('\n\n') : `Licence: ${licence}`}\n`
}

const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
})

/** What `npm sbom` prints, less what is not shipped. `kept` are names with versions, such as `zod@4.6.7`. */
export function shippedBom(text: string, kept: ReadonlySet<string>): object {
  const bom = bomSchema.parse(JSON.parse(text))
  const root = bom.metadata.component['bom-ref']
  const components = bom.components
    .filter(({ name, version }) => kept.has(`${name}@${version}`))
    .map((component) => ({ ...component, properties: undefined, scope: 'required' }))
  const refs = new Set([root, ...components.map((component) => component['bom-ref'])])
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [], ...rest }) => ({
      ...rest,
      ref,
      // What is bundled is part of Dewpoint itself, whichever package brought it.
      dependsOn:
        ref === root ? [...refs].filter((each) => each !== root) : dependsOn.filter((each) => refs.has(each)),
    }))
  return {
    ...bom,
    metadata: {
      ...bom.metadata,
      component: { ...bom.metadata.component, name: 'dewpoint', type: 'application' },
    },
    components,
    dependencies,
  }
}
