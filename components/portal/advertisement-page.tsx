'use client';

import { useWatch } from 'react-hook-form';
import { AdvertisementPreview } from '@/components/entities/advertisement-preview';
import { advertisementStatus } from '@/components/entities/advertisement-status';
import { ContractFormBody } from '@/components/form/contract-form';
import { TextareaField, TextField } from '@/components/form/fields';
import { changedFields } from '@/components/form/rebase';
import { type ContractForm, useContractForm } from '@/components/form/use-contract-form';
import { AD } from '@/components/portal/advertisement-texts';
import { Loading } from '@/components/portal/loading';
import { useMayChange, useOwn, useSeller, useSession } from '@/components/portal/portal';
import { BoundNote, PortalPage } from '@/components/portal/portal-page';
import { PortalTitle } from '@/components/portal/portal-title';
import { WHAT } from '@/components/portal/texts';
import { LARGE_CONTROLS } from '@/components/purchase/control-classes';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Facts } from '@/components/ui/detail';
import { formatCount } from '@/components/ui/money';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { showToast } from '@/components/ui/toast';
import { bodyProblem } from '@/lib/contract/errors';
import {
  getCustomerAdvertisement,
  updateCustomerAdvertisement,
} from '@/lib/resources/advertisements/operations';
import type {
  AdvertisementVersion,
  CustomerAdvertisement,
} from '@/lib/resources/advertisements/schema';

/** The customer's advertisement: what it needs next, its form, and how it looks. */
export function AdvertisementPage({ id }: { id: string }) {
  return (
    <PortalPage title={AD.title}>
      <Advertisement id={id} />
    </PortalPage>
  );
}

function Advertisement({ id }: { id: string }) {
  const campaign = useOwn(getCustomerAdvertisement, { params: { id } });
  return (
    <Loading of={campaign} what={WHAT.ad}>
      {(found) => <Campaign campaign={found} />}
    </Loading>
  );
}

function sizeOf({ benefit }: CustomerAdvertisement): [width: number, height: number] {
  return [benefit.properties.image_width, benefit.properties.image_height];
}

function Campaign({ campaign }: { campaign: CustomerAdvertisement }) {
  const { benefit, status, is_granted, is_served, pending, views, clicks } = campaign;
  const mayChange = useMayChange();
  return (
    <>
      <header className="flex flex-col gap-1">
        <PortalTitle>{benefit.description}</PortalTitle>
        <p>
          <Badge status={advertisementStatus(status, 'customer')} />
        </p>
      </header>
      <ToDo campaign={campaign} />
      <BoundNote />
      {mayChange && is_granted ? (
        <AdvertisementForm campaign={campaign} />
      ) : (
        <Section title={AD.preview}>
          <AdvertisementPreview version={pending ?? campaign} size={sizeOf(campaign)} />
        </Section>
      )}
      {is_served && pending && (
        <Section title={AD.shown}>
          <AdvertisementPreview version={campaign} size={sizeOf(campaign)} />
        </Section>
      )}
      {campaign.text !== '' && (
        <Facts
          facts={[
            [AD.views, formatCount(views)],
            [AD.clicks, formatCount(clicks)],
          ]}
        />
      )}
    </>
  );
}

/** What the customer has to do, or waits for. */
function ToDo({ campaign }: { campaign: CustomerAdvertisement }) {
  const { status, note, is_granted, is_served } = campaign;
  const { name } = useSeller();
  const words = is_granted ? AD.todo[status] : AD.todo.revoked;
  const { icon, tone } = advertisementStatus(status, 'customer');
  const isWaiting = status === 'pending' || status === 'changes_requested';
  return (
    <Notice look={{ icon, tone: is_granted && tone === 'warn' ? 'warn' : 'idle' }}>
      <p>
        {typeof words === 'string' ? words : words(name)} {is_served && isWaiting && AD.stillShown}
      </p>
      {note && (
        <>
          <p className="font-medium">{AD.note(name)}</p>
          <p className="whitespace-pre-line">{note}</p>
        </>
      )}
    </Notice>
  );
}

interface Values {
  image_url: string;
  image_url_dark: string | null;
  text: string;
  link_url: string;
}

/** What the form starts from: the version that waits, else the one that is shown. */
function valuesOf(campaign: CustomerAdvertisement): Values {
  const { image_url, image_url_dark, text, link_url } = campaign.pending ?? campaign;
  return { image_url, image_url_dark, text, link_url };
}

const REQUIRED = ['image_url', 'text', 'link_url'] as const;

function AdvertisementForm({ campaign }: { campaign: CustomerAdvertisement }) {
  const { token } = useSession();
  const params = { id: campaign.id };
  const [width, height] = sizeOf(campaign);
  const stored = valuesOf(campaign);
  const form = useContractForm(updateCustomerAdvertisement, {
    token,
    params,
    defaultValues: stored,
    toBody: (values: Values) => values,
    // An image whose address stays is not fetched again.
    send: async (values: Values, call) => {
      const answer = await call({ params, body: changedFields(values, stored) });
      return { answer, values, stored: valuesOf(answer) };
    },
    check: (values) =>
      REQUIRED.filter((name) => values[name].trim() === '').map((name) =>
        bodyProblem(name, AD.needed[name]),
      ),
    onSuccess: ({ status }) => showToast(status === 'pending' ? AD.saved : AD.unchanged),
  });
  const text = useWatch({ control: form.control, name: 'text' });
  return (
    <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <ContractFormBody
        form={form}
        label={AD.form}
        takesFocus={false}
        className={`max-w-[38rem] ${LARGE_CONTROLS}`}
      >
        <TextField
          form={form}
          name="image_url"
          label={AD.image}
          help={AD.imageHelp(width, height)}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          form={form}
          name="image_url_dark"
          label={AD.imageDark}
          help={AD.imageDarkHelp}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          optional
        />
        <TextareaField
          form={form}
          name="text"
          label={AD.text}
          help={AD.textHelp(Math.max(0, MAX_TEXT - [...text].length))}
          maxLength={MAX_TEXT}
          rows={3}
        />
        <TextField
          form={form}
          name="link_url"
          label={AD.link}
          help={AD.linkHelp}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Button variant="primary" type="submit" pending={form.isSubmitting}>
            {AD.save}
          </Button>
        </div>
      </ContractFormBody>
      <Section title={AD.preview}>
        <LivePreview form={form} campaign={campaign} />
      </Section>
    </div>
  );
}

/** As of the contract, whose schema the portal does not load. */
const MAX_TEXT = 140;

/** What is typed, with the images that are stored: one from elsewhere is not loaded, which its server could track. */
function LivePreview({
  form,
  campaign,
}: {
  form: ContractForm<Values>;
  campaign: CustomerAdvertisement;
}) {
  const typed = useWatch({ control: form.control });
  const stored = valuesOf(campaign);
  const hasNewImage = (['image_url', 'image_url_dark'] as const).some(
    (name) => typed[name] && typed[name] !== stored[name],
  );
  const version: AdvertisementVersion = {
    image_url: stored.image_url,
    image_url_dark: typed.image_url_dark ? stored.image_url_dark : null,
    text: typed.text ?? '',
    link_url: typed.link_url ?? '',
  };
  return (
    <>
      <AdvertisementPreview version={version} size={sizeOf(campaign)} />
      {hasNewImage && <p className="text-sm text-muted">{AD.newImage}</p>}
    </>
  );
}
