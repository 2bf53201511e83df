import { readdirSync, readFileSync, lstatSync } from 'node:fs';
import { join, relative, basename, dirname } from 'node:path';
import { parseSkill, scanSkill, skillChunks, type SkillFile } from '/work/main/packages/skills/src';
import { maskSecrets } from '/work/main/packages/memory/src/privacy/mask-secrets';
function walk(d: string): string[] { return readdirSync(d).flatMap(n => { const p = join(d, n); let s; try { s = lstatSync(p);} catch { return []; } return s.isSymbolicLink()? [] : s.isDirectory() ? walk(p) : [p]; }); }
it('real', () => {
  const all = walk('/tmp/realskills').filter(p => basename(p) === 'SKILL.md');
  const rules = new Map<string, number>(); const ex: Record<string,string[]> = {}; let ok=0, ms=0, errSkills=0, warnSkills=0, n=0;
  for (const s of all.slice(0, 4000)) {
    const dir = dirname(s);
    const files: SkillFile[] = walk(dir).map(p => ({ path: relative(dir, p), bytes: readFileSync(p) }));
    if (files.length > 300) continue;
    n++;
    const t = performance.now();
    let parsed, found;
    try { parsed = parseSkill(files, { folderName: basename(dir) }); found = scanSkill(files, { maskSecrets }); skillChunks(files); } catch (e) { console.log('THROW', s, e); continue; }
    const dt = performance.now() - t; ms += dt; if (dt > 500) console.log('slow', s, dt, files.reduce((a,f)=>a+f.bytes.byteLength,0));
    if (parsed.ok) ok++;
    if (found.some(f=>f.severity==='error')) errSkills++; else if (found.some(f=>f.severity==='warn')) warnSkills++;
    for (const f of [...parsed.findings, ...found]) { const k = f.severity+' '+f.rule; rules.set(k, (rules.get(k)??0)+1); (ex[k]??=[]).push(`${relative('/tmp/realskills', dir).slice(-50)}/${f.path}:${f.line} ${f.message.slice(0,110)} | ${f.excerpt?.slice(0,110)}`); }
  }
  let out = JSON.stringify({n, ok, errSkills, warnSkills, ms})+'\n';
  for (const [k, c] of [...rules].sort((a,b)=>b[1]-a[1])) { out += `\n${c} ${k}\n`; const l = ex[k]!; for (let i=0;i<Math.min(14,l.length);i++) out += '   '+l[Math.floor(i*l.length/14)]!.replace(/\n/g,' ')+'\n'; }
  require('node:fs').writeFileSync('/tmp/real.txt', out);
  expect(n).toBeGreaterThan(0);
});
