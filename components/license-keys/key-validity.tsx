'use client';

import { CircleCheck, CircleX } from 'lucide-react';
import { Fragment } from 'react';
import { validityOf } from '@/components/entities/license-key-validity';
import { VALIDATION } from '@/components/license-keys/texts';
import { Facts } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';
import { useNow } from '@/components/ui/time';
import { type LicenseCode, messageOf } from '@/lib/resources/license-keys/rules';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** What the API would answer now to an app that validates, uses or activates the key. */
export function KeyValidity({ licenseKey }: { licenseKey: LicenseKey }) {
  const { validate, use, activate } = validityOf(licenseKey, useNow());
  return (
    <Section title={VALIDATION.title}>
      <Facts
        facts={[
          [VALIDATION.validate, <Verdict key="validate" code={validate} />],
          use !== validate && [VALIDATION.use, <Verdict key="use" code={use} />],
          [VALIDATION.activate, <Verdict key="activate" code={activate} />],
        ]}
      />
    </Section>
  );
}

function Verdict({ code }: { code: LicenseCode }) {
  const isGood = code === 'VALID';
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <span className="flex gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isGood ? 'text-ok' : 'text-bad'}`} />
      <span className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-xs font-medium wrap-normal">
          {code.split('_').map((word, index) => (
            <Fragment key={word}>
              {index > 0 && (
                <>
                  _<wbr />
                </>
              )}
              {word}
            </Fragment>
          ))}
        </code>
        <span className="text-muted">{messageOf(code)}</span>
      </span>
    </span>
  );
}
