import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runScript } from './gate/run-command.ts'
import { npmScript } from './npm-script.ts'
import { noticesText, shippedBom } from './shipping/notices.ts'
import { isAllowedLicence, shippedPackages } from './shipping/shipped-packages.ts'

/**
 * `npm run notices`, after a build: writes `out/licences.txt` and, as CycloneDX, `out/sbom.cdx.json` of what is shipped.
 * With `--desktop` Electron is in the latter. Fails at a licence that is not on the list.
 */

const root = join(import.meta.dirname, '..')
const packages = shippedPackages(root)
const refused = packages.filter(({ licence }) => !isAllowedLicence(licence))
for (const { name, version, licence } of refused)
  console.error(`${name}@${version} has the licence "${licence}", which is not on the list.`)
if (refused.length > 0) process.exit(1)

const kept = new Set(packages.map(({ name, version }) => `${name}@${version}`))
if (process.argv.includes('--desktop')) kept.add(`electron@${electronVersion()}`)
const sbom = await runScript(npmScript(), ['sbom', '--sbom-format=cyclonedx', '--loglevel=silent'])
if (sbom.code !== 0) throw new Error(`npm sbom failed:\n${sbom.output}`)
writeFileSync(join(root, 'out', 'licences.txt'), noticesText(packages, root))
const bom = JSON.stringify(shippedBom(sbom.output, kept), null, 2)
writeFileSync(join(root, 'out', 'sbom.cdx.json'), `${bom}\n`)
console.log(`out/licences.txt and out/sbom.cdx.json: ${packages.length} packages`)

function electronVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  )
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version)
  throw new Error('electron has no version')
}
