'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useFormat } from '../../i18n/format';
import { Button, IconButton, LinkButton } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { readFiles, sortFiles, toSkillFile, type SkillFile } from './skill-files';

interface FilePickerProps {
  files: readonly SkillFile[];
  onChange: (files: SkillFile[]) => void;
}

/** Files by folder, by hand, by drop, or pasted text for SKILL.md. */
export function FilePicker({ files, onChange }: FilePickerProps) {
  const t = useTranslations('propose');
  const folder = useRef<HTMLInputElement>(null);
  const single = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const [over, setOver] = useState(false);
  const add = async (chosen: FileList | null) => {
    const read = await readFiles([...(chosen ?? [])]);
    const kept = files.filter(({ path }) => !read.some((file) => file.path === path));
    onChange(sortFiles([...kept, ...read]));
  };
  const skill = files.find(({ path }) => path === 'SKILL.md');
  return (
    <div className="field">
      <span className="label">{t('files')}</span>
      <div
        className="drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void add(event.dataTransfer.files);
        }}
      >
        <span className="ink2">{t('drop')}</span>
        <span className="flow">
          <Button onClick={() => folder.current?.click()}>{t('chooseFolder')}</Button>
          <Button onClick={() => single.current?.click()}>{t('chooseFiles')}</Button>
          <Button look="quiet" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
            {t('paste')}
          </Button>
        </span>
        <input
          ref={folder}
          type="file"
          hidden
          aria-label={t('chooseFolder')}
          {...{ webkitdirectory: '' }}
          onChange={(event) => void add(event.target.files)}
        />
        <input
          ref={single}
          type="file"
          multiple
          hidden
          aria-label={t('chooseFiles')}
          onChange={(event) => void add(event.target.files)}
        />
      </div>
      {pasting && (
        <TextArea
          label={t('skillText')}
          rows={8}
          className="mono"
          spellCheck={false}
          placeholder={'---\nname: safe-migrations\ndescription: …\n---\n'}
          value={skill?.text ?? ''}
          onChange={(event) => {
            const rest = files.filter(({ path }) => path !== 'SKILL.md');
            const text = event.target.value;
            onChange(
              sortFiles(
                text === '' ? rest : [...rest, toSkillFile('SKILL.md', new TextEncoder().encode(text))],
              ),
            );
          }}
        />
      )}
      {files.length > 0 && <FileList files={files} onChange={onChange} />}
    </div>
  );
}

function FileList({ files, onChange }: FilePickerProps) {
  const t = useTranslations('propose');
  const format = useFormat();
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <>
      <ul className="file-list" aria-label={t('files')}>
        {files.map((file) => (
          <li key={file.path}>
            <Icon name={file.path === 'SKILL.md' ? 'skill' : 'file'} />
            <span className="mono ell">{file.path}</span>
            <span className="meta nowrap">{format.bytes(file.bytes)}</span>
            <IconButton
              icon="x"
              label={t('leaveOut', { path: file.path })}
              onClick={() => onChange(files.filter((other) => other !== file))}
            />
          </li>
        ))}
      </ul>
      <p className="meta flow">
        {t('fileTotal', { count: files.length, size: format.bytes(total) })}
        <LinkButton className="meta" onClick={() => onChange([])}>
          {t('clearFiles')}
        </LinkButton>
      </p>
    </>
  );
}
