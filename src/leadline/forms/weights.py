"""Weights of form features by kind, in hundredths: a fitted table, not for editing by hand.

Made by ``leadline.bench.form_weights`` from 1017 labelled forms (which holds the method, the
penalty and the cross-validated figures). One feature a line, one column a kind.
"""

from typing import Final

KINDS: Final = "contact login newsletter order other recovery registration search".split()  # noqa: SIM905

TABLE: Final = """\
1:address	10	2	-9	-11	9	-4	5	-0
1:comment	4	-2	-8	-4	24	-4	-9	-2
1:company	1	1	-1	-1	-6	-1	-0	6
1:contact	11	-1	3	-2	-10	-2	-2	2
1:coupon	-2	-2	-7	15	10	-5	-3	-6
1:date	-9	-4	-7	-9	5	4	2	18
1:email	-0	20	36	-23	-45	33	12	-32
1:email & login	-6	29	-9	-4	-15	11	-2	-4
1:email & newsletter	-4	-2	61	-4	-11	-23	-11	-6
1:email & order	-0	2	4	-1	-0	-1	-4	-0
1:email & recover	-3	11	-11	-3	-7	33	-15	-4
1:email & register	-9	-6	-2	-5	-17	-6	50	-5
1:login	-4	18	-5	-5	12	3	-10	-9
1:message	7	1	-0	-1	-5	-0	-1	-0
1:newsletter	-1	-3	22	-2	-7	-14	10	-5
1:order	-4	-1	-7	1	22	-4	-4	-4
1:other_button	-5	-3	6	-4	15	-5	-2	-4
1:password	-0	-2	-1	-0	-2	7	-0	-1
1:person	22	-0	6	-24	-20	37	17	-38
1:quantity	-4	-3	-5	73	-34	-6	-1	-20
1:register	-2	-11	-2	-1	-3	-7	26	-1
1:search	-6	-3	-5	-11	-24	-4	0	52
1:user	-24	-2	-31	-12	12	23	13	21
1:website	-16	-1	-3	-3	36	-3	-4	-6
action other	41	14	4	-9	-43	-37	-20	50
aspnet	-7	-2	-4	-18	12	-2	-3	24
b:clear	-3	-4	-16	-6	-4	49	-9	-6
b:comment	24	-0	-4	-2	-13	-1	-4	-1
b:contact	2	-0	-1	-2	-3	-1	-1	5
b:date	-3	1	-2	4	-15	-2	1	17
b:email	15	5	-5	-1	-8	7	-12	-1
b:jump	-8	-2	3	-11	12	-4	-0	11
b:login	-4	60	13	-5	-13	-17	-23	-11
b:message	9	-1	-2	-5	-12	-1	2	10
b:newsletter	-8	-2	35	-2	0	-14	-6	-2
b:order	-17	-2	-4	58	-19	-3	-4	-9
b:other_button	-8	6	3	7	-18	1	3	7
b:password	-3	-1	-10	-5	-16	51	-10	-5
b:poll	-5	-1	-5	-4	19	-1	-2	-2
b:quote	-4	-0	-2	-2	-9	-2	-3	23
b:recover	-1	-1	-2	-2	-6	16	-1	-3
b:register	-7	-18	11	-8	10	-19	42	-11
b:search	-7	-8	-14	-12	16	-8	-7	40
b:user	-0	5	-0	-0	-4	1	-0	-1
b:website	-1	-0	1	-1	3	-1	-3	1
box>-1	27	-9	-14	19	0	-16	-15	7
box>-4	26	-10	-10	18	-4	-12	-12	4
box>1	6	-5	-8	-13	-12	-8	-3	43
box>2.5	-5	-5	-6	-11	-7	-7	-2	44
box>4	-8	-6	-4	-6	10	-4	-4	21
box>6	-1	-0	-1	-1	-2	-1	-1	7
button=0	3	-13	-4	-2	13	-1	5	-2
button=1	-1	7	0	4	10	-3	-12	-7
button=2	3	-1	-1	2	2	-3	2	-3
button>0	-2	5	-5	-1	15	-7	-12	6
button>1	-1	-2	-5	-5	4	-4	0	13
button>2	-4	-1	-4	-7	3	-1	-2	15
checkbox=0	-1	-8	-12	9	7	13	-9	1
checkbox=1	8	5	-5	-9	9	-15	9	-1
checkbox=2	-1	-1	11	-1	-4	-1	-1	-1
checkbox=3	-15	-0	-3	2	21	-1	-2	-2
checkbox=4	10	-2	0	-4	-5	-3	-3	7
checkbox>0	2	1	3	-12	20	-20	3	4
checkbox>1	-6	-4	8	-3	12	-5	-6	4
checkbox>2	-5	-3	-3	-2	15	-4	-4	6
checkbox>5	-6	-1	-1	-1	6	-2	-1	5
email=0	1	-2	-40	12	14	11	-11	15
email=1	-0	-4	32	-15	13	-18	2	-10
email>0	-0	-5	32	-15	13	-18	4	-10
f:address	0	8	-2	-2	-6	-1	-4	5
f:calculate	-4	-0	2	-0	15	-1	-1	-10
f:category	5	1	-1	-0	-13	-3	-1	11
f:clear	-4	-5	-16	-2	-6	37	-2	-2
f:comment	40	2	-8	-5	-25	-3	1	-2
f:company	-4	7	5	-2	-2	-2	-2	-1
f:contact	61	-2	6	-8	-22	-9	-13	-13
f:date	-1	1	1	4	-4	-1	2	-1
f:email	9	2	19	-2	-9	3	-20	-2
f:login	-9	51	-13	-9	-9	-9	12	-15
f:message	4	1	-0	-1	-2	-1	-1	-0
f:newsletter	-7	-11	96	-7	-32	-27	1	-12
f:order	-15	-5	-8	67	-4	-9	-2	-24
f:other_button	15	-7	3	8	55	-12	-16	-46
f:password	-7	-12	-10	-5	-24	73	-8	-7
f:phone	-0	-1	-2	-2	10	-1	-1	-3
f:poll	-10	-1	-1	-5	37	-2	-3	-13
f:product	-1	-2	-3	18	-20	-4	-2	15
f:quote	-9	-3	-8	-12	44	-6	-7	0
f:recover	-5	-8	-6	-2	-9	41	-8	-3
f:register	-17	-26	-3	-9	-25	-26	115	-9
f:search	-13	-6	-14	-19	-31	-10	-6	100
f:switch	-6	-1	-2	-3	10	-3	19	-14
f:user	-25	-20	-14	-6	30	27	15	-8
f:website	-11	-2	-0	4	10	-20	30	-11
file=0	-3	-5	-6	-1	19	-5	-8	8
file=1	2	-2	-3	-1	4	-2	3	-1
file>0	4	-2	-3	-2	8	-2	1	-4
first box search	-3	-2	-5	-8	-23	-5	-2	49
h:address	4	1	-3	-4	-3	-3	6	3
h:agree	-0	-1	-1	-0	-1	-0	3	-0
h:captcha	3	-1	-5	-2	-3	6	4	-0
h:category	-3	-3	-2	-2	11	-6	-2	6
h:comment	20	-0	-6	-2	-8	-1	-4	-0
h:coupon	-6	-1	1	17	-9	-2	-2	1
h:date	-10	2	3	12	-4	-10	9	-2
h:email	-2	-3	8	-2	5	-1	-4	-1
h:filter	-1	-0	-1	-1	5	-1	-2	1
h:language	1	-2	-5	15	-9	4	-3	-1
h:login	-6	23	-1	-3	-6	4	-10	-2
h:message	0	1	-1	2	-5	-1	1	2
h:newsletter	-1	-4	-5	-1	-2	-16	32	-2
h:order	-3	-1	-2	34	-19	-2	4	-11
h:other_button	-13	22	-1	14	4	-5	-5	-16
h:pagesize	-0	-0	-0	-1	-2	-0	-0	5
h:password	-0	6	-8	-2	-6	6	7	-2
h:person	-9	-2	-1	10	-17	6	8	5
h:poll	-3	-0	4	-4	7	-1	-1	-1
h:price	-12	-2	-4	16	18	-3	-4	-9
h:product	2	-1	-7	29	-6	-5	-6	-6
h:quantity	-3	-1	-2	39	-20	-2	-1	-11
h:register	-1	-11	-18	-2	-3	-5	36	4
h:remember	-0	5	-0	-0	-1	-1	-3	-0
h:search	-2	-2	-11	2	1	-4	6	10
h:sort	-3	-0	-1	-2	-8	-1	-1	16
h:switch	-12	16	-10	-12	15	-19	30	-9
h:user	-22	7	-4	0	35	-3	-8	-4
h:website	-9	-39	2	-1	27	-3	30	-6
hidden=0	-0	2	0	-15	22	-3	-25	20
hidden=1	-10	10	-6	-12	-8	13	15	-2
hidden=2	33	-28	-8	-12	22	-9	2	-0
hidden=3	-13	-0	-0	13	18	-6	0	-12
hidden=4	-9	10	4	22	-26	-2	1	-1
hidden>0	1	-9	-9	12	6	-4	19	-15
hidden>1	11	-18	-3	24	14	-17	4	-14
hidden>2	-22	10	4	35	-8	-8	2	-14
hidden>5	-14	-6	10	41	-30	-5	1	3
l:address	4	3	29	-12	-4	3	-24	-1
l:agree	-0	-1	10	-1	1	-1	-3	-3
l:birth	-0	-1	-0	-0	-0	-0	2	-0
l:captcha	-0	2	-3	-2	14	-4	-1	-5
l:category	19	-1	-4	-2	-7	-1	-2	-2
l:comment	35	-2	-13	-7	7	-5	-11	-4
l:company	7	-3	-7	-3	4	-2	-0	4
l:contact	14	-1	-1	-3	6	-2	-5	-8
l:coupon	-4	1	0	-5	16	-0	-4	-5
l:date	-8	-1	15	4	-23	-7	-4	24
l:email	20	-7	73	-21	-38	-14	10	-23
l:login	-3	16	-2	3	-8	-3	1	-4
l:message	31	-1	-7	-2	-9	-3	-7	-2
l:newsletter	-6	-3	17	8	-4	-12	4	-4
l:order	-3	-0	-5	4	9	-0	-3	-1
l:other_button	-6	-4	-6	-8	11	9	-4	6
l:password	-10	12	-22	-8	-2	11	26	-9
l:person	12	-8	19	-15	5	-15	10	-8
l:phone	13	-1	-10	4	8	-3	-7	-4
l:register	1	-7	7	-1	1	-5	6	-2
l:remember	-2	23	-2	-1	-1	-3	-12	-1
l:search	-6	-4	-5	-12	-21	-5	-0	53
l:sort	-0	-0	-0	-1	-11	-1	-0	14
l:user	-11	-10	-6	-6	20	8	15	-9
l:website	9	-3	-2	-1	-7	-2	6	-0
method=post	23	18	27	-27	-24	20	4	-41
method=post & comment	32	1	-10	13	-27	-6	1	-5
method=post & login	-21	53	6	-14	4	-4	-4	-20
method=post & newsletter	-7	-12	75	-10	-15	-27	7	-11
method=post & no box	-1	-13	-15	-5	48	-1	2	-14
method=post & order	-14	-6	-13	65	8	-13	-11	-17
method=post & recover	-10	21	-11	-6	-23	58	-20	-8
method=post & register	-25	-2	-1	-22	-3	-18	97	-26
method=post & search	0	-7	-15	-17	24	-12	-5	31
multipart	1	-5	46	-10	10	-19	-6	-16
n:address	-22	-8	-21	-1	3	-11	51	10
n:agree	-2	-14	18	2	-12	-5	16	-3
n:birth	-1	-1	8	-2	-7	-1	8	-3
n:captcha	9	-2	7	-8	-0	8	-3	-9
n:category	19	-2	-3	-8	-25	-4	17	5
n:comment	22	-2	-11	3	6	-6	-9	-3
n:company	-3	-4	-3	-2	5	-2	13	-3
n:contact	21	-2	-8	-9	-8	5	-6	7
n:coupon	-17	-2	2	12	19	-2	-8	-4
n:date	-5	-6	-9	-16	-10	5	2	39
n:email	10	-12	14	-16	-39	22	70	-48
n:filter	-2	-1	-2	-1	19	-2	-1	-11
n:login	-4	32	-7	-6	10	-1	-15	-9
n:message	65	-4	-14	-10	-33	-13	-5	14
n:newsletter	-3	-8	21	10	-9	-10	4	-7
n:order	-4	-1	-7	6	19	-4	-4	-4
n:other_button	-13	1	-0	-1	-15	20	0	9
n:password	-15	46	-29	-12	-10	-0	37	-16
n:person	5	-5	-20	-15	10	19	25	-19
n:phone	5	-3	-8	11	6	-4	3	-8
n:poll	-8	-4	-5	-3	41	-2	-4	-16
n:price	-4	-1	-2	-4	-16	-2	-3	31
n:product	-2	-1	-1	19	-12	-1	-1	-1
n:quantity	-4	-3	-6	80	-38	-6	-1	-22
n:recover	-5	-3	-5	-4	8	13	-2	-3
n:register	-3	-4	-4	-3	-6	-8	27	2
n:remember	-7	21	-2	-1	8	-4	-12	-4
n:search	-8	-7	-4	-8	4	-4	-2	29
n:sort	-2	-0	-1	-4	-20	-1	-1	29
n:switch	-15	-1	-3	4	55	-4	-3	-33
n:user	-28	2	-28	-1	17	9	10	19
n:website	-11	-4	-5	-5	36	-4	-2	-5
no box	14	-19	-21	5	28	1	-10	2
no box & newsletter	-2	-0	-2	-2	25	-1	-1	-17
no box & order	5	-2	-4	10	-2	-5	-5	3
no box & register	-7	-3	-4	-8	20	-4	12	-6
no box & search	6	-1	-3	-6	5	-4	-3	6
no box & select>0	-7	-4	-7	10	-13	-12	-7	40
no button	19	-3	-19	-6	15	-2	7	-11
nothing	36	-5	-9	-13	40	-13	-12	-23
one box	-35	36	0	18	-5	-3	-34	22
one box & 1:email	-10	10	36	-16	-21	31	-4	-25
one box only	-30	-39	6	22	-11	33	-12	31
one box only & 1:email	-7	-26	33	-11	-27	55	-0	-17
one box only & login	-2	-1	9	-4	-12	15	2	-7
one box only & newsletter	-3	-5	66	-4	-11	-20	-14	-7
one box only & order	-2	-2	0	26	-15	-3	-4	-1
one box only & recover	-2	-9	-9	-3	-9	42	-4	-6
one box only & register	-4	-12	16	-9	27	-3	4	-20
one box only & search	-6	-6	-9	-14	-23	-9	-2	69
options	-8	-12	-22	9	19	-15	-1	31
password=0	17	-67	13	9	49	3	-49	25
password=1	-7	78	-16	-8	-6	-16	-9	-17
password=1 & email=1	-0	8	-3	-0	-1	-2	-2	-0
password=1 & login	-3	52	-11	-4	14	-24	-14	-11
password=1 & newsletter	-1	-2	-3	-0	-3	-1	9	-0
password=1 & order	-0	1	-1	-1	-1	-1	4	-1
password=1 & recover	-1	35	-2	-1	-6	-12	-12	-1
password=1 & register	-3	29	-8	-3	-15	-8	14	-6
password=1 & text>1	-3	-6	-3	-2	2	-5	23	-6
password=2	-9	-18	-6	-5	-15	5	50	-3
password=2 & login	-2	-9	-4	-1	-2	-4	23	-1
password=2 & newsletter	-1	-2	-2	-0	-1	-0	6	-0
password=2 & register	-3	-14	-5	-2	-4	-6	36	-2
password=2 & search	-4	-1	-0	-0	-1	-1	7	-0
password>0	-16	60	-22	-13	-21	-10	43	-20
password>1	-9	-18	-6	-5	-15	5	52	-3
radio=0	3	3	-1	-11	12	6	-23	11
radio=2	-8	-3	2	-6	6	-4	22	-9
radio=3	1	-5	-2	11	-11	-2	5	2
radio=4	6	-3	-9	3	20	-6	-10	-0
radio>0	-2	-11	-8	8	15	-13	17	-7
radio>1	-2	-11	-8	8	15	-13	17	-7
radio>2	7	-8	-11	14	10	-8	-5	2
radio>5	-5	-2	-7	7	25	-5	-10	-3
required	13	-9	45	-16	-40	2	12	-7
search name	5	-3	-7	-10	-6	-7	-4	32
search name & login	-2	0	-1	-1	6	-1	-1	-1
search name & one box	-4	-3	-5	-8	-20	-4	-1	45
search name & search	1	-6	-5	-8	-9	-4	-4	34
select=0	10	5	13	-15	11	9	-9	-26
select=1	-5	-7	-10	-2	38	-7	-0	-6
select=2	7	-4	-9	3	2	-6	3	3
select=3	-4	-1	-1	13	-19	-2	2	12
select=4	-7	-1	-1	-3	-5	-2	-2	21
select>0	-9	-13	-22	11	16	-16	3	30
select>0 & comment	3	-2	-1	1	-2	-0	3	-2
select>0 & login	-5	-0	-2	-3	3	-2	9	-1
select>0 & newsletter	-4	-3	1	-4	19	-2	5	-12
select>0 & order	10	-3	-2	38	-51	-2	1	9
select>0 & register	-4	-7	-5	-2	-5	-2	27	-2
select>0 & search	9	-3	-7	-12	-18	-4	-5	40
select>1	-4	-6	-12	14	-22	-9	3	36
select>2	-11	-2	-3	11	-24	-3	-0	33
select>5	-7	-1	-1	-5	0	-1	-3	18
submit=0	13	-11	-14	-5	20	-4	1	1
submit=1	-0	7	3	-12	7	0	-1	-4
submit=2	-9	-4	4	9	10	-2	-6	-3
submit=4	-2	1	-1	-6	-8	-1	-1	19
submit>0	-12	4	5	2	8	-3	-7	4
submit>1	-12	-4	2	14	1	-3	-6	8
submit>2	-3	0	-1	5	-9	-1	-1	10
t:address	-0	-1	-1	-0	-0	-0	3	-0
t:category	-6	-1	-2	-2	9	-2	-1	4
t:clear	1	-2	-10	-2	-6	27	-6	-1
t:comment	9	-0	-1	-1	-5	-0	-1	-1
t:contact	45	-2	-12	-6	-14	-3	-5	-3
t:date	-8	16	2	1	-12	-10	1	11
t:email	-1	-2	6	-1	-4	5	-2	-1
t:filter	-2	-1	-1	-6	13	-1	-0	-2
t:login	-9	59	-1	-4	-5	-13	-21	-6
t:newsletter	-3	-2	29	-3	-11	-5	-7	2
t:order	-6	-1	-6	2	23	-3	-5	-4
t:other_button	-15	-1	12	-8	25	-9	5	-9
t:password	-9	-14	-13	-7	-30	91	-11	-7
t:person	-5	-1	7	-2	8	-1	0	-6
t:poll	-23	-1	-3	-4	42	-3	-6	-2
t:quote	-5	-1	-3	-1	14	-2	-2	-0
t:recover	-5	-4	-8	-3	-7	33	-5	-2
t:register	-8	-12	3	-3	-8	-12	45	-4
t:search	-2	-2	-4	-5	10	-3	-2	7
t:user	-0	1	-5	-2	-9	7	12	-3
tel=0	-8	-6	2	0	16	-6	-5	6
tel=1	8	-1	-11	-3	12	-1	-2	-2
tel>0	9	-1	-11	-3	11	-1	-2	-2
text=0	16	-15	-14	2	20	-3	-6	0
text=1	-25	23	16	9	-0	-11	-27	16
text=2	-2	5	13	-25	-13	16	6	-1
text=3	13	-12	-12	1	19	-5	7	-11
text=4	-1	-9	-11	9	2	-4	14	-1
text>0	-15	8	6	-6	7	-4	-0	4
text>1	10	-16	-10	-14	8	7	27	-12
text>2	12	-21	-23	11	21	-9	21	-11
text>5	-15	-4	5	-3	5	-1	13	-0
textarea=0	-79	0	18	-7	28	12	6	23
textarea=1	84	-7	-25	6	-13	-17	-12	-15
textarea>0	80	-7	-26	4	-1	-19	-12	-19
textarea>0 & comment	28	-2	-9	-7	4	-4	-8	-3
textarea>0 & login	1	-1	-1	-2	5	-1	0	-1
textarea>0 & newsletter	15	-0	-6	-1	-5	-1	-1	-1
textarea>0 & order	-11	-0	-1	24	-6	-1	-3	-1
textarea>0 & register	2	-0	-2	-1	-3	-0	5	-0
textarea>0 & search	-0	-1	-1	-1	3	-1	5	-3
textarea>1	-4	-1	-1	-2	12	-1	-0	-3
type=search	-0	-0	-0	-0	-1	-0	-0	2
x:address	22	-3	-27	-19	-2	32	20	-22
x:advanced	-1	3	-1	-2	-5	-1	-1	8
x:agree	38	-8	2	-2	-33	-4	14	-6
x:birth	-1	-1	8	-0	-3	-1	-2	0
x:captcha	1	1	-9	-2	-4	10	3	-1
x:category	19	-3	-7	-7	-12	-3	-5	18
x:clear	32	-6	-12	-10	-7	8	-7	4
x:comment	17	-3	-9	11	4	-6	-7	-6
x:company	2	-0	-11	-2	19	-2	-0	-5
x:contact	63	-2	-3	-11	-24	2	-1	-22
x:coupon	-2	2	-1	-2	21	-0	-8	-10
x:date	-25	-8	13	14	-20	-4	6	24
x:email	20	-7	3	-11	-10	28	11	-32
x:filter	1	-1	-2	-7	3	-3	-1	10
x:jump	-7	-2	23	-14	4	-5	-7	9
x:login	-7	17	22	-6	-7	-2	-10	-7
x:message	46	-3	-12	-6	-8	-6	-12	0
x:newsletter	-8	-5	50	-7	14	-15	-11	-18
x:order	2	-2	-7	13	5	-8	-10	6
x:other_button	-16	-8	9	15	-8	1	0	7
x:password	-17	54	-34	-8	-36	34	18	-10
x:person	4	-9	11	-26	37	-5	-2	-8
x:phone	42	-4	-8	-1	-5	-5	-1	-18
x:poll	-5	-1	-3	-7	34	-4	-6	-7
x:price	-10	-2	2	10	-19	-4	-4	26
x:product	-2	0	6	9	-23	-2	-5	18
x:quantity	-1	-1	-1	36	-13	-1	-1	-18
x:quote	8	-3	-7	2	3	-5	-1	3
x:recover	-2	28	-7	-3	-9	8	-12	-3
x:register	-9	8	2	-13	18	6	10	-21
x:remember	-1	-12	6	-2	29	-5	-13	-2
x:search	2	-2	-9	-13	-13	-9	-1	45
x:sort	-2	-1	-1	-4	-8	-2	-0	20
x:switch	-1	-0	-1	4	1	-1	-1	-2
x:user	1	28	-6	7	-39	11	25	-26
x:website	10	-3	-6	-4	17	-6	4	-13
bias	1	-7	-9	-3	27	-7	-6	4
"""
